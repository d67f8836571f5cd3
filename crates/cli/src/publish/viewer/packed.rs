//! Sequences of small numbers as text.
//!
//! Each number takes the same number of bits, least significant bit first, without gaps. The bits are
//! written in base 64 (RFC 4648, no line breaks, no padding). The n-th number can be read without reading
//! the previous ones.

/// The alphabet of base 64.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of bits needed for numbers up to `greatest`, at least 1.
pub(super) fn bits_for(greatest: u32) -> u32 {
    (u32::BITS - greatest.leading_zeros()).max(1)
}

/// Packs numbers of `bits` bits each, 1 to 32, as base 64. Higher bits are dropped.
pub(super) fn packed(numbers: impl IntoIterator<Item = u32>, bits: u32) -> String {
    let mut bytes = Vec::new();
    let (mut held, mut count) = (0_u64, 0);
    for number in numbers {
        let number = u64::from(number) & ((1 << bits) - 1);
        held |= number << count;
        count += bits;
        while count >= 8 {
            bytes.push(low_byte(held));
            held >>= 8;
            count -= 8;
        }
    }
    if count > 0 {
        bytes.push(low_byte(held));
    }
    base64(&bytes)
}

fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

pub(super) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let [a, b, c] = three.map(u32::from);
        let word = a << 16 | b << 8 | c;
        for place in 0..=chunk.len() {
            let letter = word >> (18 - 6 * place) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes base 64 letter by letter, unlike the page's decoder.
    fn unpacked(text: &str, bits: usize, count: usize) -> Vec<u32> {
        let mut stream = Vec::new();
        for letter in text.bytes() {
            let value = LETTERS.iter().position(|&l| l == letter).unwrap();
            stream.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
        }
        // Bytes have their highest bit first in base 64; numbers have their lowest bit first in bytes.
        let bit = |at: usize| stream[at / 8 * 8 + 7 - at % 8];
        (0..count)
            .map(|n| (0..bits).map(|b| u32::from(bit(n * bits + b)) << b).sum())
            .collect()
    }

    #[test]
    fn bits_suffice_and_none_is_wasted() {
        assert_eq!(
            [0, 1, 2, 3, 4, 1788, u32::MAX].map(bits_for),
            [1, 1, 2, 2, 3, 11, 32]
        );
    }

    /// Checks the encoding against the test vectors of RFC 4648, section 10.
    #[test]
    fn base_64_is_the_standards() {
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
        assert_eq!(base64(b"fooba"), "Zm9vYmE");
        assert_eq!(base64(b"foob"), "Zm9vYg");
        assert_eq!(base64(b""), "");
    }

    proptest! {
        #[test]
        fn numbers_survive_a_round_trip(bits in 1..=32_u32, numbers in prop::collection::vec(any::<u32>(), 0..50)) {
            let mask = u32::MAX >> (32 - bits);
            let numbers: Vec<u32> = numbers.into_iter().map(|n| n & mask).collect();
            let text = packed(numbers.iter().copied(), bits);
            let bytes = (numbers.len() * bits as usize).div_ceil(8);
            prop_assert_eq!(text.len(), (bytes * 4).div_ceil(3));
            prop_assert_eq!(unpacked(&text, bits as usize, numbers.len()), numbers);
        }
    }
}
