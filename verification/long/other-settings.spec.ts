import { newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import {
  ANALYTICS,
  type OtherShop,
  startShopOfOtherSettings,
} from '../../e2e/support/other-shop.ts'
import { confirmOrder, fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { payWithPaypal } from '../../e2e/support/pages/payment.ts'
import {
  expectPage,
  refuseCookies,
  storeCart,
  storedLine,
} from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'
import { BUILD_TIMEOUT } from '../../e2e/support/time-limits.ts'

// One build for all that needs other settings than the shop of the other tests has.
test.describe.configure({ mode: 'serial' })

let other: OtherShop
test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT)
  other = await startShopOfOtherSettings()
})
test.afterAll(() => other.stop())

for (const path of ['/cart', '/terms']) {
  test(`${path} names LINE Pay in a shop that takes it`, async ({ page }) => {
    const html = await (await page.request.get(other.shop + path)).text()
    expect(html).toMatch(/信用卡.*LINE Pay|LINE Pay.*信用卡/s)
  })
}

test('the analytics script comes with consent, is allowed by the policy, and goes with it', async ({
  page,
}) => {
  const requests: string[] = []
  await page.route(/https:\/\/(www\.googletagmanager\.com|collect\.example)\//, (route) => {
    requests.push(new URL(route.request().url()).pathname)
    const body = `
      const id = document.currentScript.dataset.websiteId
      fetch('https://collect.example/' + id, { method: 'POST', mode: 'no-cors' })`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(other.shop)
  await expectPage(page, '一件 T 恤，一起完成')
  await page.getByRole('button', { name: '只接受必要項目' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie 設定' })).toBeVisible()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  expect(requests).toEqual([])

  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await page.getByLabel('分析').check()
  await page.getByRole('button', { name: '確認設定' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveAttribute('src', ANALYTICS)
  await expect.poll(() => requests).toEqual(['/gtag/js', '/94db1cb1'])

  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await page.getByLabel('分析').uncheck()
  await page.getByRole('button', { name: '確認設定' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  expect(requests).toHaveLength(2)
})

test("analytics never gets the secret in a mail's link to an order", async ({ page }) => {
  const requests: string[] = []
  await page.route(/https:\/\/(www\.googletagmanager\.com|collect\.example)\//, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto(other.shop)
  await page.getByRole('button', { name: '全部接受' }).click()
  await expect.poll(() => requests).toEqual([ANALYTICS])
  await page.goto(`${other.shop}/order#secret`)
  await expect(page.getByText('這個連結已失效。')).toBeVisible()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  await page.goto(other.shop)
  await expect.poll(() => requests).toEqual([ANALYTICS, ANALYTICS])
})

// Google's script as far as a test needs it: what is in its queue, and what comes later, goes to its host.
const GTAG = `
  const send = (words) => {
    if (words[0] !== 'event') return
    fetch('https://www.google-analytics.com/g/collect', {
      method: 'POST', mode: 'no-cors', body: JSON.stringify([words[1], words[2]]),
    })
  }
  for (const words of window.dataLayer) send(words)
  window.dataLayer.push = send`

test('analytics gets the items that are viewed, added, brought to the checkout and paid for, with consent alone', async ({
  page,
}) => {
  const sent: unknown[] = []
  await page
    .context()
    .route('https://www.googletagmanager.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: GTAG }),
    )
  await page.context().route('https://*.google-analytics.com/**', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 204 })
  })
  const add = page.getByRole('button', { name: /加入購物車|預購|再加/ }).first()
  // Nothing before consent, and nothing of what was done before it.
  await page.goto(`${other.shop}/product/otr-001`)
  await add.click()
  await expect(page.getByText(/已加入/).first()).toBeVisible()
  await page.getByRole('button', { name: '全部接受' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveCount(1)
  expect(sent).toEqual([])

  await page.reload()
  const item = { item_id: 'OTR-001', item_name: '旅見 T 恤', price: 1540, quantity: 1 }
  const variant = { ...item, item_id: 'OTR-001-S', item_variant: '白色 S' }
  const seen = ['view_item', { currency: 'TWD', value: 1540, items: [item] }]
  await expect.poll(() => sent).toEqual([seen])
  await add.click()
  const added = ['add_to_cart', { currency: 'TWD', value: 1540, items: [variant] }]
  await expect.poll(() => sent).toEqual([seen, added])
  const { session } = await newMember()
  await page.context().addCookies([
    { url: other.shop, name: '__session', value: session, httpOnly: true },
    { url: other.shop, name: 'signed_in', value: 'member' },
  ])
  await page.goto(`${other.shop}/checkout`)
  await expect
    .poll(() => sent.at(-1))
    .toEqual([
      'begin_checkout',
      { currency: 'TWD', value: 3080, items: [{ ...variant, quantity: 2 }] },
    ])

  // The purchase once, whatever is opened again, and nothing of the person.
  const email = await fillRecipient(page)
  await confirmOrder(page)
  const number = await page
    .getByText(/^Order\d+-\w+$/)
    .first()
    .textContent()
  await payWithPaypal(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂購完成')
  const purchase = [
    'purchase',
    {
      transaction_id: number,
      currency: 'TWD',
      value: 3080,
      shipping: 95,
      items: [{ ...variant, quantity: 2 }],
    },
  ]
  await expect.poll(() => sent.at(-1)).toEqual(purchase)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂購完成')
  const secondTab = await page.context().newPage()
  await secondTab.goto(page.url())
  await expect(secondTab.getByRole('heading', { level: 1 })).toHaveText('訂購完成')
  await secondTab.close()
  // What is sent after it has nothing before it.
  await page.goto(`${other.shop}/product/otr-001`)
  await expect.poll(() => sent.at(-1)).toEqual(seen)
  expect(sent.slice(-2)).toEqual([purchase, seen])
  expect(JSON.stringify(sent)).not.toContain(email)

  // Nothing after it was taken back, and no cookie of Google's stays.
  await page.evaluate(() => (document.cookie = '_ga=GA1.1.123456789.1700000000; path=/'))
  const before = sent.length
  await page.goto(`${other.shop}/product/otr-001`)
  await expect.poll(() => sent.length).toBe(before + 1)
  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await page.getByLabel('分析').uncheck()
  await page.getByRole('button', { name: '確認設定' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  await add.click()
  await page.goto(`${other.shop}/product/otr-001`)
  await expect(add).toBeVisible()
  expect(sent).toHaveLength(before + 1)
  await expect.poll(() => page.evaluate(() => document.cookie.includes('_ga'))).toBe(false)
})

const TERMS = '單筆訂單商品金額滿 NT$5,000 免運費，未滿則收 NT$95'
const told: readonly (readonly [path: string, says: readonly string[]])[] = [
  ['/', ['滿 NT$5,000 免運', TERMS, '別家衣物有限公司', 'other@ourtee.example']],
  ['/product/otr-001', ['滿 NT$5,000 免運，未滿 NT$95', '"value":95,"currency":"TWD"']],
  ['/terms', [TERMS, '客服時間 每日 10:00–19:00']],
  ['/faq', [TERMS]],
  ['/contact', ['客服時間為每日 10:00–19:00', '別家衣物有限公司', 'other@ourtee.example']],
  ['/llms.txt', ['other@ourtee.example']],
]
for (const [path, says] of told) {
  test(`${path} says the trade of its content, and none of another`, async ({ page }) => {
    const text = await (await page.request.get(other.shop + path)).text()
    const plain = text.replaceAll(/\u2060|&nbsp;|<!-- -->/g, '').replaceAll('\u00A0', ' ')
    for (const label of says) expect(plain).toContain(label)
    expect(plain).not.toMatch(/NT\$80\b|NT\$1,200|hello@ourtee|09:00–18:00/)
  })
}

test('cart and order come to the same sum by the trade of the content', async ({ page }) => {
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine({ quantity: 5 })]))
  await page.goto(`${other.shop}/cart`)
  const summary = page.getByRole('region', { name: '訂單摘要' })
  await expect(summary).toContainText('商品小計（3 件）NT$4,620運費NT$95總計NT$4,715')
  await expect(summary).toContainText('再買 NT$380 就免運費。')
  const { session } = await newMember()
  const place = async (quantity: number, displayedTotal: number) => {
    const lines = [{ id: 'otr-001', color: '白色', size: 'M', quantity }]
    const args = [orderRequest({ lines, displayedTotal })]
    const at = { page: '/checkout', session, shop: other.shop, folder: other.folder }
    return (await callAction('placeOrderAction', { ...at, args })).result
  }
  expect(await place(3, 4620)).toMatchObject({ ok: false })
  expect(await place(4, 6160)).toMatchObject({ ok: false, code: 'malformed' })
  expect(await place(3, 4715)).toMatchObject({ ok: true })
})
