import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { withTradeText } from '#lib/adapters/markdown/content-file.ts'
import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { type ContentFlags, textFor, unflaggedState } from '#lib/content/content-flags.ts'

const PAGES = ['faq', 'policy', 'terms'] as const
const read = (path: string) => readFileSync(path, 'utf8')
const page = (name: string) => withTradeText(read(`content/info/${name}.md`), readTrade('content'))

const NONE: ContentFlags = {
  line_pay: false,
  ecpay_pay: false,
  ecpay_card: false,
  ecpay_atm: false,
  ecpay_cvs: false,
  ecpay_number: false,
  parcels: false,
  invoices: false,
  mail: false,
  mail_provider: '',
  analytics: false,
  analytics_provider: '',
}
const ALL: ContentFlags = {
  line_pay: true,
  ecpay_pay: true,
  ecpay_card: true,
  ecpay_atm: true,
  ecpay_cvs: true,
  ecpay_number: true,
  parcels: true,
  invoices: true,
  mail: true,
  mail_provider: '某寄信公司',
  analytics: true,
  analytics_provider: 'stats.example',
}

for (const name of PAGES) {
  test(`${name} names LINE Pay in a shop that takes it, and nowhere else`, () => {
    const text = page(name)
    assert.doesNotMatch(textFor(text, NONE), /line[ _]?pay|[{}]/iu)
    assert.match(textFor(text, ALL), /LINE Pay/u)
    assert.doesNotMatch(textFor(text, ALL), /[{}]/u)
  })
}

for (const name of PAGES) {
  test(`${name} names ECPay's cards in a shop that takes them, and nowhere else`, () => {
    const text = page(name)
    assert.doesNotMatch(
      textFor(text, { ...ALL, ecpay_pay: false, ecpay_card: false, ecpay_number: false }),
      /綠界科技(?!（ECPay）(?:物流|電子發票))/u,
    )
    assert.match(textFor(text, { ...NONE, ecpay_pay: true, ecpay_card: true }), /綠界科技/u)
  })

  test(`${name} names transfers and stores' numbers in a shop that takes them, and nowhere else`, () => {
    const text = page(name)
    const without = { ...ALL, ecpay_atm: false, ecpay_cvs: false, ecpay_number: false }
    assert.doesNotMatch(textFor(text, without), /ATM 轉帳|超商代碼|繳費代碼/u)
    assert.match(textFor(text, ALL), /ATM 轉帳|超商代碼/u)
  })
}

test('only a shop that issues invoices by itself promises it', () => {
  const promise = /自動開立|一律開立/u
  assert.match(textFor(page('faq'), { ...NONE, invoices: true }), promise)
  for (const name of PAGES)
    assert.doesNotMatch(textFor(page(name), { ...ALL, invoices: false }), promise)
})

/** The policy's list of those to whom data go, one line each. */
function recipients(flags: ContentFlags): readonly string[] {
  const [, part = ''] =
    /### 在哪裡、由誰使用\n([^]*?)\n### /u.exec(textFor(page('policy'), flags)) ?? []
  return part.split('\n').filter((line) => line.startsWith('- **'))
}

const GETS_NOTHING = 'nobody else gets personal data by it'

/**
 * To whom personal data go by the settings of each name in .env.example: the line of the policy and
 * the flag by which it is there, nothing where the line is always there, or why there is none.
 */
const RECIPIENTS: readonly (readonly [
  names: RegExp,
  line: string,
  flags: Partial<ContentFlags> | undefined,
])[] = [
  [/^(?:FIREBASE|FIRESTORE)_|^GOOGLE_APPLICATION_CREDENTIALS$/, 'Google（Firebase）', undefined],
  [/^PAYPAL_/, 'PayPal', undefined],
  [/^LINE_PAY_/, 'LINE Pay', { line_pay: true }],
  [/^ECPAY_PAYMENT_/, '綠界科技（ECPay）金流服務', { ecpay_pay: true }],
  [/^ECPAY_LOGISTICS_/, '綠界科技（ECPay）物流服務', { parcels: true }],
  [/^ECPAY_INVOICE_/, '綠界科技（ECPay）電子發票服務', { invoices: true }],
  [/^(?:SMTP_URL|MAIL_)/, '某寄信公司', { mail: true, mail_provider: '某寄信公司' }],
  [
    /^NEXT_PUBLIC_ANALYTICS_/,
    'stats.example',
    { analytics: true, analytics_provider: 'stats.example' },
  ],
  [
    /^(?:NEXT_PUBLIC_SITE_URL|OFFLINE_PAGE|SESSION_COOKIE|CLIENT_ADDRESS|PROVIDER_PREFIX|SWEEP_|OWNER_|CONTENT_|PLACED_MAIL_MINUTES|BUILD_STANDALONE|NEXT_SERVER_ACTIONS_ENCRYPTION_KEY|OTEL_|SHOP_OWNER|PORT)/,
    GETS_NOTHING,
    undefined,
  ],
]

const names = new Set(
  [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
)

for (const name of names) {
  test(`the policy says to whom data go by ${name}, where it is set`, () => {
    const [, line = '', flags] = RECIPIENTS.find(([pattern]) => pattern.test(name)) ?? []
    assert.notEqual(line, '', `Say in this table to whom personal data go by ${name}.`)
    if (line === GETS_NOTHING) return
    const starts = `- **${line}**：`
    const count = (set: ContentFlags) =>
      recipients(set).filter((recipient) => recipient.startsWith(starts)).length
    assert.equal(count({ ...NONE, ...flags }), 1)
    assert.equal(count(NONE), flags === undefined ? 1 : 0)
  })
}

// What holds for every product and order alike says 現貨 and 已售完 of none.
const GENERAL = ['faq.md', 'policy.md', 'terms.md']
// The home page shows this part while the pre-order runs.
const PREORDER_OF_HOME = /^preorder:\n(?: .*\n)+/mu

const prose = ['products', 'garments', 'creators', 'blog', 'info'].flatMap((folder) =>
  readdirSync(`content/${folder}`)
    .filter((file) => file.endsWith('.md') && !GENERAL.includes(file))
    .map((file) => `content/${folder}/${file}`),
)

for (const path of prose) {
  test(`${path} says of no product how it is sold, but where that follows it`, () => {
    assert.equal(unflaggedState(read(path).replace(PREORDER_OF_HOME, '')), undefined)
  })
}
