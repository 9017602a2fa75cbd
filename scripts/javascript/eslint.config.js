/*
 * The rules of ESLint. TypeScript checks the types, and whether names are defined.
 */
import js from "@eslint/js";

export default [
  {
    ...js.configs.recommended,
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off",
      "no-control-regex": "off", // file readers search for control characters
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
  // opener.js must run in every browser, because it reports a browser that is too old.
  {
    files: ["**/opener.js"],
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
    rules: { "no-var": "off", "object-shorthand": "off", "prefer-const": "off" },
  },
];
