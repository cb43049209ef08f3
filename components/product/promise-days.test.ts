import assert from 'node:assert/strict'
import { test } from 'node:test'

import { llmsText, productMarkdown } from '#components/markdown/page-markdown.ts'
import { availableUnits } from '#lib/inventory/stock.ts'
import { preorderPromise, shipsWhen } from '#lib/order/delivery-estimate.ts'
import { checkLines } from '#lib/price/check-price.ts'
import { availability } from '#lib/product/availability.ts'
import { dayQuestions } from '#lib/product/day-questions.ts'
import { type Override, withOverride } from '#lib/product/override.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { offerTermsData, productData } from '#lib/seo/structured-data.ts'
import { buyLabel } from './messages.ts'
import { promiseSentences } from './preorder-sentence.ts'

const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  preorder_limit: 200,
})

type Time =
  | 'long before'
  | 'on the last day'
  | 'after the last day'
  | 'on the shipping day'
  | 'after the shipping day'

const at = (time: string) => new Date(`${time}+08:00`)
const TIMES: Readonly<Record<Time, Date>> = {
  'long before': at('2027-01-10T12:00:00'),
  'on the last day': at('2027-02-28T23:59:59'),
  'after the last day': at('2027-03-01T00:00:00'),
  'on the shipping day': at('2027-03-31T23:59:59'),
  'after the shipping day': at('2027-04-01T00:00:00'),
}

const ANSWERS = {
  none: undefined,
  'goods are here': { arrivedOf: '2027-03-31', shipsAbout: '2027-03-31' },
  'ships later': { shipsAbout: '2027-05-15' },
  'sale ended': { isOffSale: true },
} as const satisfies Record<string, Partial<Override> | undefined>

const TIME_NAMES: readonly Time[] = [
  'long before',
  'on the last day',
  'after the last day',
  'on the shipping day',
  'after the shipping day',
]
const ANSWER_NAMES = ['none', 'goods are here', 'ships later', 'sale ended'] as const

type Says = {
  readonly button: string
  readonly data: string
  readonly day?: string
  readonly isPaused?: true
}

const MARCH = '2027年3月31日'
const MAY = '2027年5月15日'
const PREORDER: Says = { button: '立即預購・M', data: 'PreOrder', day: MARCH }
const BACK: Says = { button: '加入購物車・M', data: 'BackOrder', day: MARCH }
const HERE: Says = { button: '加入購物車・M', data: 'InStock' }
const PAUSED: Says = { button: '暫停販售', data: 'OutOfStock', isPaused: true }
const GONE: Says = { button: '已售完', data: 'OutOfStock' }

const isBefore = (time: Time) => time === 'long before' || time === 'on the last day'

// The right words, by the day, the answer and whether the stock has units.
function right(time: Time, answer: keyof typeof ANSWERS, stock: number): Says {
  if (answer === 'sale ended') return GONE
  if (answer === 'goods are here') return stock > 0 ? HERE : GONE
  const day = answer === 'ships later' ? MAY : MARCH
  if (isBefore(time)) return { ...PREORDER, day }
  if (stock === 0) return GONE
  return time === 'after the shipping day' && answer === 'none' ? PAUSED : { ...BACK, day }
}

const line = { id: shirt.id, color: '白色', size: 'M', quantity: 1 } as const

for (const time of TIME_NAMES) {
  for (const answer of ANSWER_NAMES) {
    for (const stock of [0, 100]) {
      test(`${time}, with ${stock} units and the answer "${answer}", every place says the same`, () => {
        const says = right(time, answer, stock)
        check({ stock, override: ANSWERS[answer], now: TIMES[time], says })
      })
    }
  }
}

function check({
  stock,
  override,
  now,
  says,
}: {
  stock: number
  override: Partial<Override> | undefined
  now: Date
  says: Says
}) {
  const changed = override && { ...override, changedAt: '2027-01-01T00:00:00.000Z' }
  const product = withOverride({ ...shirt, stock }, changed)
  const is = availability(product, now)
  assert.equal(buyLabel(is, 'M'), says.button)

  // Cart and order line.
  const { items, refused } = checkLines([line], { products: [product], now })
  const isSold = says.button.includes('M')
  assert.equal(items.length, isSold ? 1 : 0)
  if (!isSold) assert.equal(refused[0]?.problem, says.isPaused ? 'paused' : 'sold-out')
  const [item] = items
  if (item) {
    const text = says.day === undefined ? '約 1–3 個工作天出貨' : `預計 ${says.day}前後出貨`
    assert.equal(shipsWhen([item], now), text)
    assert.equal(preorderPromise(item, now) !== undefined, says.day !== undefined)
    // A pre-order counts against its limit, a back-order against the stock.
    const left = availableUnits({ ...product, id: 'shirt' }, { stock: 0, preorder: 0 }, item)
    assert.equal(left, says.data === 'PreOrder' ? 200 : stock)
  }

  // Structured data.
  const { availability: data, availabilityStarts: starts } = offerOf(product, now)
  assert.equal(data, `https://schema.org/${says.data}`)
  assert.equal(starts !== undefined, says.day !== undefined)
  const { handlingTime } = JSON.parse(JSON.stringify(offerTermsData(product, now)[0].deliveryTime))
  if (says.data === 'InStock') assert.equal(handlingTime.maxValue, 3)
  if (says.day !== undefined)
    assert.ok(handlingTime.minValue > 3 || now >= TIMES['on the shipping day'])
  if (says.isPaused) assert.equal(handlingTime, undefined)

  // Page, twin and list for machines: the day where it is promised, and nowhere 現貨 but there.
  const page = promiseSentences(product)[is] ?? ''
  const twin = productMarkdown(product, { offers: [], now })
  const list = llmsText(
    { description: '', products: [product], garments: [], articles: [], pages: [] },
    now,
  )
  if (says.day !== undefined)
    for (const text of [page, twin, list]) assert.match(text, new RegExp(`預計 ${says.day}`, 'u'))
  for (const text of [twin, list]) assert.equal(text.includes('現貨'), says.data === 'InStock')
  if (says.isPaused) {
    assert.match(page, /新的日期正在確認/u)
    for (const text of [page, twin, list]) assert.doesNotMatch(text, /預計|1–3/u)
  }
}

function offerOf(product: typeof shirt, now: Date) {
  const data = JSON.parse(JSON.stringify(productData(product, now)))
  return data.hasVariant.find(({ size }: { size: string }) => size === 'M').offers
}

const asked: [string, Partial<Override> | undefined, string, readonly string[]][] = [
  ['long before', undefined, '2027-01-10T12:00:00', []],
  ['14 days before its last day', undefined, '2027-02-14T00:00:00', ['deadline']],
  ['14 days before it ships', undefined, '2027-03-17T09:00:00', ['deadline', 'shipping']],
  ['after it should have shipped', undefined, '2027-04-20T09:00:00', ['deadline', 'shipping']],
  ['once the goods are here', ANSWERS['goods are here'], '2027-04-20T09:00:00', []],
  ['once it ships later', ANSWERS['ships later'], '2027-04-20T09:00:00', ['deadline']],
]

for (const [when, override, time, about] of asked) {
  test(`${when}, the owner's page asks about ${about.join(' and ') || 'nothing'}`, () => {
    const changed = override && { ...override, changedAt: '2027-01-01T00:00:00.000Z' }
    const questions = dayQuestions(withOverride(shirt, changed), at(time))
    assert.deepEqual(
      questions.map((question) => question.about),
      about,
    )
  })
}
