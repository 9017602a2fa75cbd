/*
 * What ESLint looks for. Names that are not defined, and types, are TypeScript's part.
 */
import js from "@eslint/js";

export default [
  {
    ...js.configs.recommended,
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off",
      "no-control-regex": "off", // files are read, and these are refused in them
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "object-shorthand": "error",
      "no-unneeded-ternary": "error",
      "no-useless-return": "error",
      "no-shadow-restricted-names": "error",
      "no-implicit-coercion": ["error", { boolean: true, number: true, string: true }],
      "no-template-curly-in-string": "error",
      "no-promise-executor-return": "off",
      "no-self-compare": "error",
      "no-constructor-return": "error",
      "array-callback-return": "error",
    },
  },
  // It runs in whatever browser, to say that it is too old.
  {
    files: ["**/opener.js"],
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
    rules: { "no-var": "off", "object-shorthand": "off", "prefer-const": "off" },
  },
];
