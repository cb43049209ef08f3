import { randomUUID } from 'node:crypto'

import { MAIL_HOST } from '../../e2e/support/accounts.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import { expect, test } from './shopper.ts'

/** Runs in the page: returns how far two boxes overlap, in CSS pixels. */
function overlap(first: string, second: string): number {
  const [above, below] = [first, second].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect(),
  )
  return (above?.bottom ?? Number.NaN) - (below?.top ?? Number.NaN)
}

const overlapOf = (first: string, second: string) =>
  `(${overlap.toString()})(${JSON.stringify(first)}, ${JSON.stringify(second)})`

const TAB_BAR = 'nav[aria-label=快速選單]'
const PRICE = 'main header p:nth-last-of-type(1)'

test('a phone shows price and main button above what floats', async ({ shopper }) => {
  await shopper.open('/')
  await shopper.see('只接受必要項目')
  const notice = overlapOf('[data-cookie-notice]', 'main a[href="/product/otr-001"]')
  const isNarrow = Number(await shopper.evaluate('innerWidth')) < 900
  if (isNarrow) expect(Number(await shopper.evaluate(notice))).toBeLessThanOrEqual(0)
  await shopper.click(['button', '只接受必要項目'])
  await shopper.open('/product/otr-001')
  // Firefox's window is a desktop's: the words stand beside the picture, and there is no bar.
  const isPhone = Number(await shopper.evaluate('innerWidth')) < 720
  const floor = isPhone ? overlapOf(PRICE, TAB_BAR) : overlapOf(PRICE, 'footer')
  expect(Number(await shopper.evaluate(floor))).toBeLessThanOrEqual(0)
  if (!isPhone) return
  expect(Number(await shopper.evaluate(overlapOf('main picture', 'main h1')))).toBeLessThanOrEqual(
    0,
  )
})

test('the checkout takes text as people type it and keeps its terms', async ({ shopper }) => {
  await shopper.open('/product/otr-001')
  await shopper.click(['button', '只接受必要項目'])
  await shopper.click(['button', '立即預購・S'])
  await shopper.see('已加入購物車！白色・S')
  const resting =
    'innerHeight - document.querySelector("[data-sonner-toast]").getBoundingClientRect().bottom'
  await expect.poll(async () => Number(await shopper.evaluate(resting))).toBeLessThan(120)
  await shopper.click(['link', '前往結帳'])
  await shopper.fill('電子信箱', `new-${randomUUID()}@${MAIL_HOST}`)
  await shopper.fill('密碼', 'secret-1')
  await shopper.click(['button', '註冊並繼續結帳'])
  await shopper.arriveAt(/^\/checkout$/)
  await shopper.fill('姓氏', RECIPIENT.lastName)
  await shopper.fill('名字', RECIPIENT.firstName)
  await shopper.fill('手機', '０９１２．３４５．６７８')
  await shopper.fill('郵遞區號', '１００')
  await shopper.expectValue('縣市', RECIPIENT.city)
  await shopper.expectValue('鄉鎮市區', RECIPIENT.area)
  await shopper.fill('地址', RECIPIENT.address)
  await shopper.see('使用條款')
  await shopper.click(['button', '確認訂單並付款 用 PayPal 付 NT$1,540'])
  await shopper.arriveAt(/^\/checkout\/paypal\//)
  await shopper.see('隱私權與退換貨政策')
  const id = (await shopper.evaluate('location.pathname')).split('/').at(-1)
  const { phone, zipcode } = RECIPIENT
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ recipient: { phone, zipcode } })
})
