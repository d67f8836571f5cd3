"use strict";
// Checks the names that the scripts of a page share, beyond what tsc reports. `.ci/pages` runs it for a folder:
//
// - Each function has one definition, because all scripts of a page share one scope.
// - Each text of the scripts is used, its variables get values, and each text that an HTML file names exists.
// - Each element of `elements.d.ts` is in an HTML file, or a script makes it.

const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const folder = process.argv[2];
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(path.join(folder, "jsconfig.json"), {}, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => { throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n")); },
});
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const sources = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
const html = fs.readdirSync(folder).filter((name) => name.endsWith(".html")).map((name) => fs.readFileSync(path.join(folder, name), "utf8")).join("\n");
const faults = [];

const valuesInHtml = (attribute) => [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"))].map(([, value]) => value);

// Calls a function for a node and all nodes in it.
function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

const placeOf = (node) => {
  const file = node.getSourceFile();
  return `${path.relative(".", file.fileName)}(${file.getLineAndCharacterOfPosition(node.getStart()).line + 1})`;
};

// The strings that a type allows; null if it allows any others.
function stringsOf(type) {
  const members = type?.isUnion() ? type.types : [type];
  return members.every((member) => member?.isStringLiteral()) ? members.map(({ value }) => value) : null;
}

// Patterns of the strings that an expression can be: parts of templates may not be known.
function spellings(expression) {
  const known = stringsOf(checker.getTypeAtLocation(expression));
  if (known !== null) return known;
  if (!ts.isTemplateExpression(expression)) return [];
  return expression.templateSpans.reduce((starts, span) => {
    const parts = stringsOf(checker.getTypeAtLocation(span.expression)) ?? ["[\\w-]+"];
    return starts.flatMap((start) => parts.map((part) => start + part + span.literal.text));
  }, [expression.head.text]);
}

function checkFunctions() {
  const places = new Map();
  for (const statement of sources.flatMap((file) => file.statements).filter(ts.isFunctionDeclaration)) {
    const name = statement.name.text;
    if (places.has(name)) faults.push(`${placeOf(statement)}: the function ${name} is also in ${places.get(name)}`);
    places.set(name, placeOf(statement));
  }
}

// The texts that scripts hold themselves; those of the viewer are data.
function ownTexts() {
  const declared = sources.flatMap((file) => file.statements).filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  const texts = declared.find(({ name }) => name.getText() === "TEXTS")?.initializer;
  return texts && ts.isObjectLiteralExpression(texts) ? texts.properties : [];
}

function checkVariables() {
  const texts = new Map(ownTexts().map((property) => [property.name.text, property.initializer.text]));
  for (const file of sources) {
    visit(file, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "text" || texts.size === 0) return;
      const [name, values] = node.arguments;
      const names = stringsOf(checker.getTypeAtLocation(name)) ?? [];
      const given = values === undefined ? [] : checker.getTypeAtLocation(values).getProperties().map((property) => property.name);
      for (const each of names.length < texts.size ? names : []) {
        const missing = [...texts.get(each).matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable).filter((variable) => !given.includes(variable));
        if (missing.length > 0) faults.push(`${placeOf(node)}: the text ${each} gets no ${missing.join(", ")}`);
      }
    });
  }
}

function checkTexts() {
  const unused = new Map(ownTexts().map((property) => [property.name.text, property]));
  if (unused.size === 0) return;
  const count = unused.size;
  for (const name of [...valuesInHtml("data-text"), ...valuesInHtml("data-label")]) {
    if (!ownTexts().some((property) => property.name.text === name)) faults.push(`${folder}: an HTML file names the text ${name}, which does not exist`);
    unused.delete(name);
  }
  // A text is used where the name of any text is expected, and a type allows only some names.
  const isAnyName = (type) => type !== undefined && stringsOf(checker.getNonNullableType(type))?.length === count;
  for (const file of sources) {
    visit(file, (node) => {
      if (!ts.isExpression(node) || !isAnyName(checker.getContextualType(node))) return;
      const named = stringsOf(checker.getTypeAtLocation(node)) ?? [];
      if (named.length < count) named.forEach((name) => unused.delete(name));
    });
  }
  for (const [name, property] of unused) faults.push(`${placeOf(property)}: the text ${name} is not used`);
}

function checkElements() {
  const made = valuesInHtml("id");
  const declared = [];
  for (const file of sources) {
    visit(file, (node) => {
      if (ts.isInterfaceDeclaration(node) && node.name.text === "PageElements") declared.push(...node.members);
      if (ts.isPropertyAssignment(node) && node.name.getText() === "id") made.push(...spellings(node.initializer));
    });
  }
  const known = made.map((spelling) => new RegExp(`^${spelling}$`));
  for (const member of declared) {
    const id = member.name.text;
    if (!known.some((spelling) => spelling.test(id))) faults.push(`${placeOf(member)}: no element has the id ${id}`);
  }
}

checkFunctions();
checkTexts();
checkVariables();
checkElements();
faults.forEach((fault) => console.error(fault));
process.exitCode = faults.length > 0 ? 1 : 0;
