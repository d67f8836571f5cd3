/* ctrl_c MILLISECONDS COMMAND...: starts a command in this console, sends it Ctrl-C after a while,
   and ends with its exit code. `.ci/wine` uses it. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    wchar_t line[4096] = L"";
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION child;
    DWORD code = 1;
    for (int at = 2; at < argc; at++) {
        swprintf(line + wcslen(line), 4096 - wcslen(line), L"\"%ls\" ", argv[at]);
    }
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) {
        fprintf(stderr, "cannot start it: %lu\n", GetLastError());
        return 1;
    }
    Sleep(_wtoi(argv[1]));
    /* Sent to all programs in this console; this one ignores it. */
    SetConsoleCtrlHandler(NULL, TRUE);
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    if (WaitForSingleObject(child.hProcess, 20000) == WAIT_TIMEOUT) {
        fprintf(stderr, "it still runs 20 s after Ctrl-C\n");
        TerminateProcess(child.hProcess, 99);
    }
    GetExitCodeProcess(child.hProcess, &code);
    return (int)code;
}
