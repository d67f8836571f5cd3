"use strict";
// How the scripts of the pages are linted; `.ci/pages` runs ESLint with this file. That names exist and fit is what
// tsc checks, since all scripts of a page share one scope.

const js = require("@eslint/js");

module.exports = [
  { files: ["**/*.js"], ...js.configs.recommended },
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "script" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "no-redeclare": "off",
      // Functions at the top of a script are used by other scripts.
      "no-unused-vars": ["error", { vars: "local", args: "all", argsIgnorePattern: "^_", caughtErrors: "all", varsIgnorePattern: "^_" }],
      "array-callback-return": "error",
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-constructor-return": "error",
      "no-duplicate-imports": "error",
      "no-else-return": ["error", { allowElseIf: true }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-shadow": ["error", { builtinGlobals: false, hoist: "functions" }],
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: false, allowTernary: false }],
      "no-use-before-define": ["error", { functions: false, variables: false, classes: false }],
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-object-spread": "error",
      "prefer-template": "error",
      radix: ["error", "as-needed"],
      "require-await": "error",
      "no-restricted-properties": ["error",
        ...["innerHTML", "insertAdjacentHTML"].map((property) => ({ property, message: "Nothing is written as HTML." })),
      ],
      // The one function that leaves null out is in dom.js.
      "no-restricted-syntax": ["error",
        { selector: "AssignmentExpression > MemberExpression.left[property.name=/^(textContent|innerText)$/]", message: "Use fill, which knows no null." },
        { selector: "CallExpression > MemberExpression.callee[property.name=/^(append|prepend|replaceChildren|appendChild|createTextNode)$/]", message: "Use fill or include, which know no null." },
      ],
    },
  },
  { files: ["**/dom.js", "**/boot.js"], rules: { "no-restricted-syntax": "off" } },
];
