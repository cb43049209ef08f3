import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'

import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { tradeText, returnAddress } from '#lib/content/content-flags.ts'
import { withSender } from '#lib/settings/env.ts'
import { publicTrade, tradeSchema } from './trade-schema.ts'

const trade = readTrade('e2e/fixtures/content')

const delivery: readonly (readonly [
  number,
  number | undefined,
  Partial<ReturnType<typeof tradeText>>,
])[] = [
  [
    80,
    1200,
    {
      delivery_terms: '單筆訂單商品金額滿 NT$1,200 免運費，未滿則收 NT$80',
      free_delivery: '滿 NT$1,200 免運',
      delivery_brief: '滿 NT$1,200 免運，未滿 NT$80',
      free_delivery_from: 'NT$1,200',
    },
  ],
  [
    65,
    undefined,
    { delivery_terms: '每筆訂單運費 NT$65', free_delivery: '運費 NT$65', free_delivery_from: '' },
  ],
  [0, 1200, { delivery_terms: '全館免運費', free_delivery: '全館免運', free_delivery_from: '' }],
]
for (const [fee, from, words] of delivery) {
  test(`a fee of ${fee}, free from ${from}, is reported whole`, () => {
    const told = tradeText({ ...trade, delivery_fee: fee, free_delivery_from: from })
    assert.partialDeepStrictEqual(told, words)
  })
}

const { sender } = trade
const wrong: readonly (readonly [field: string, values: object, says: string])[] = [
  ['delivery_fee', { delivery_fee: -1 }, '不能是負數'],
  ['delivery_fee', { delivery_fee: '很貴' }, '必須是整數（新臺幣元）'],
  ['free_delivery_from', { free_delivery_from: 0 }, '必須大於 0；要全館免運，請把運費寫成 0'],
  ['most_pieces', { most_pieces: 21 }, '最多 20 件'],
  ['company', { company: '' }, '不可空白'],
  ['company', { company: '共衣{total}' }, '只能寫一行，不能有 { } < >'],
  ['tax_id', { tax_id: '12345678' }, '不是正確的統一編號'],
  ['closed_until', { closed_from: '2027-02-05', closed_until: undefined }, '要一起寫'],
  ['closed_until', { closed_from: undefined, closed_until: '2027-02-05' }, '要一起寫'],
  ['closed_until', { closed_from: '2027-02-05', closed_until: '2027-02-04' }, '不能早於開始日'],
  ['closed_from', { closed_from: '過年' }, '必須是日期'],
  ['email', { email: 'hello' }, '不是正確的信箱'],
  ['sender.name', { sender: { ...sender, name: '陳' } }, '必須是身分證上的姓名'],
  ['sender.phone', { sender: { ...sender, phone: '02-23111111' } }, '必須是 09 開頭'],
  ['sender.zipcode', { sender: { ...sender, zipcode: '' } }, '郵遞區號和地址要一起寫'],
]
for (const [field, values, says] of wrong) {
  test(`${JSON.stringify(values)} is refused at ${field}: ${says}`, () => {
    const parsed = tradeSchema.safeParse({ ...trade, ...values })
    const [issue] = parsed.error?.issues ?? []
    assert.equal(issue?.path.join('.'), field)
    assert.ok(issue.message.includes(says), issue.message)
  })
}

test('nobody who sends parcels is written into pages', () => {
  const written = JSON.stringify(publicTrade(trade))
  for (const fact of Object.values(sender)) assert.ok(!written.includes(fact))
})

test('the file names the sender, and settings do where it does not', () => {
  const set = { ECPAY_LOGISTICS_MERCHANT_ID: '1', ECPAY_LOGISTICS_SENDER_NAME: '林店主' }
  const nobody = { name: '', phone: '', zipcode: '', address: '' }
  assert.deepEqual(withSender(set, nobody), set)
  assert.deepEqual(withSender(set, sender), {
    ...set,
    ECPAY_LOGISTICS_SENDER_NAME: sender.name,
    ECPAY_LOGISTICS_SENDER_PHONE: sender.phone,
    ECPAY_LOGISTICS_SENDER_ZIP: sender.zipcode,
    ECPAY_LOGISTICS_SENDER_ADDRESS: sender.address,
  })
  assert.deepEqual(withSender({}, sender), {})
})

const folder = relative('.', mkdtempSync(join(tmpdir(), 'ourtee-trade-')))
after(() => rmSync(folder, { recursive: true, force: true }))

test('price, cart and an order already placed by a changed trade', () => {
  cpSync('e2e/fixtures/content', folder, { recursive: true })
  const file = join(folder, 'info/trade.md')
  const changed = readFileSync(file, 'utf8')
    .replace('delivery_fee: 80', 'delivery_fee: 95')
    .replace('free_delivery_from: 1200', 'free_delivery_from: 5000')
    .replace('most_pieces: 5', 'most_pieces: 3')
  writeFileSync(file, changed)
  // A process fixes its trade, as a build does.
  const program = `
    const { priceBreakdown } = await import('#lib/price/price.ts')
    const { clampQuantity } = await import('#lib/cart/cart.ts')
    const { orderBreakdown } = await import('#lib/order/order-amounts.ts')
    const line = { price: 500, quantity: 2 }
    const placed = { items: [line], totalAmount: 1080 }
    console.log(JSON.stringify([priceBreakdown([line]).total, clampQuantity(5), orderBreakdown(placed).shipping]))`
  const run = (content: string) =>
    spawnSync(
      process.execPath,
      ['--conditions=react-server', '--input-type=module', '-e', program],
      { env: { ...process.env, CONTENT_FOLDER: content, NODE_TEST_CONTEXT: '' }, encoding: 'utf8' },
    )
  const before = run('e2e/fixtures/content')
  assert.equal(before.stdout.trim(), '[1080,5,80]', before.stderr)
  assert.equal(run(folder).stdout.trim(), '[1095,3,80]')
})

test('goods come back to who sends the parcels, else to the company, and nowhere while neither is known', () => {
  const nobody = { name: '', phone: '', zipcode: '', address: '' }
  const sender = { ...nobody, zipcode: '100', address: '臺北市中正區重慶南路一段 1 號' }
  const addresses = [
    { ...trade, sender, address: '臺北市大安區' },
    { ...trade, sender: nobody, address: '臺北市大安區' },
    { ...trade, sender: nobody, address: '' },
  ].map(returnAddress)
  assert.deepEqual(addresses, ['100 臺北市中正區重慶南路一段 1 號', '臺北市大安區', ''])
})
