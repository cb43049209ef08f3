import type { Locator, Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { LATE_SCRIPT_LOST, type Loss, loseLateScripts } from '../support/deferred-scripts.ts'
import { ownerSince } from '../support/owners.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { memberWithOrder, payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { INDEXED, refuseCookies, UNLISTED } from '../support/pages/storefront.ts'
import { sell } from '../support/sales.ts'
import { orderDocument, paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

test.use({ expected: [LATE_SCRIPT_LOST] })

const LOSSES: readonly Loss[] = ['not found', 'cut']
const UPDATED = /^商店剛更新，已為您重新載入這一頁/
const NOT_LOADED = '這一部分暫時無法載入，請稍後再試一次。'

const sentence = (page: Page, text: RegExp | string) =>
  page.getByRole('alert').filter({ hasText: text })

/** Presses until something is seen: before a page is alive, or while it is loaded anew, a press does nothing. */
async function pressUntil(button: Locator, seen: Locator): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await button.click({ timeout: 2000 })
    await expect(seen).toBeVisible({ timeout: 4000 })
  }).toPass()
}

for (const loss of LOSSES) {
  const when = loss === 'cut' ? { tag: '@long' } : {}
  test(
    `a product whose late scripts are ${loss} still sells, says so, and leaves the choice about cookies`,
    when,
    async ({ page }) => {
      const lost = await loseLateScripts(page, loss)
      await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
      await expect(page.getByRole('status').filter({ hasText: '已加入購物車！' })).toBeVisible()
      await expectNoViolation(page)
      await pressUntil(page.getByRole('button', { name: '管理偏好' }), sentence(page, NOT_LOADED))
      expect(lost.documents()).toBe(2)
      await expectNoViolation(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('旅見 T 恤')
      await page.getByRole('button', { name: '只接受必要項目' }).click()
      await page.goto('/cart')
      await expect(page.getByText('商品小計（1 件）')).toBeVisible()
    },
  )

  test(`an order is paid after PayPal's buttons were ${loss}`, when, async ({ page, context }) => {
    const { id } = await memberWithOrder(context)
    await loseLateScripts(page, loss)
    await page.goto(`/checkout/paypal/${id}`)
    await expect(page.getByRole('alert').filter({ hasText: 'PayPal SDK 載入失敗' })).toBeVisible()
    await expect(page.getByRole('link', { name: '返回結帳，修改收件資料' })).toBeVisible()
    await expectNoViolation(page)
    await page.unroute('**/*')
    await page.getByRole('button', { name: '重新載入付款按鈕' }).click()
    await payWithPaypal(page)
    await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  })
}

test('what is pressed in a page that was open over a deployment opens after one load of the document', async ({
  page,
}) => {
  const lost = await loseLateScripts(page, 'not found', 'next document')
  await page.goto('/product/otr-001')
  const opened = page.getByRole('checkbox', { name: '分析' })
  await pressUntil(page.getByRole('button', { name: '管理偏好' }), opened)
  await expect(sentence(page, UPDATED)).toBeVisible()
  expect(lost.documents()).toBe(2)
})

/** A member's order that has arrived, which can be sent back. */
async function openArrivedOrder(page: Page): Promise<void> {
  const member = await newMember()
  const [id = ''] = await seedOrders(member, 1, () => ({
    status: '已完成',
    completedAt: new Date().toISOString(),
    items: orderDocument(member, 0).items.map((item) => ({ ...item, id: 'ots-001' })),
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  }))
  await giveSession(page.context(), member.session)
  await page.goto(`/account/order/${id}`)
}

const at = (path: string) => (page: Page) => page.goto(path)

// What a press opens: where, by which button, and what is there then.
const OPENED: readonly (readonly [
  title: string,
  open: (page: Page) => Promise<unknown>,
  button: RegExp | string,
  opened: (page: Page) => Locator,
])[] = [
  [
    'the preferences from the footer',
    at('/'),
    'Cookie 設定',
    (page) => page.getByRole('checkbox', { name: '分析' }),
  ],
  [
    'the size finder',
    at('/product/otr-001'),
    '幫我選尺寸',
    (page) => page.getByRole('form', { name: '尺寸建議' }),
  ],
  [
    'the large view of a picture',
    at('/product/otr-001'),
    /^放大：/,
    (page) => page.getByRole('button', { name: '關閉' }),
  ],
  [
    'the stock alert',
    at('/product/ots-001'),
    /^貨到通知我/,
    (page) => page.getByRole('form', { name: '貨到通知' }),
  ],
  [
    'the form of a return',
    openArrivedOrder,
    '申請退換貨',
    (page) => page.getByRole('form', { name: '申請退換貨' }),
  ],
]

for (const loss of LOSSES) {
  for (const [title, open, name, opened] of OPENED) {
    test(`${title} that is ${loss} leaves the page, and opens once it comes @long`, async ({
      page,
    }) => {
      await refuseCookies(page)
      const lost = await loseLateScripts(page, loss)
      await open(page)
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      const button = page.getByRole('button', { name }).first()
      await pressUntil(button, sentence(page, NOT_LOADED))
      expect(lost.documents()).toBe(2)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
      await expect(opened(page)).toBeHidden()
      await expectNoViolation(page)
      await page.unroute('**/*')
      await pressUntil(button, opened(page))
    })
  }

  test(`a sign-in whose code is ${loss} keeps the address, and works after one load @long`, async ({
    page,
  }) => {
    const member = await newMember()
    const lost = await loseLateScripts(page, loss, 'next document')
    await page.goto('/login')
    await signInPage(page).logIn(member)
    await expect(sentence(page, '密碼和檔案請再填一次')).toBeVisible()
    await expect(signInPage(page).email).toHaveValue(member.email)
    expect(lost.documents()).toBe(2)
    await signInPage(page).logIn(member)
    await expect(page).toHaveURL(/\/account$/)
  })

  test(`a checkout whose words of a refusal are ${loss} keeps what was typed, and says them once they come @long`, async ({
    page,
  }) => {
    await refuseCookies(page)
    await giveSession(page.context(), (await newMember()).session)
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.evaluate(`(() => {
      const lines = JSON.parse(localStorage.getItem('cart'))
      lines.push({ ...lines[0], id: 'ots-001', title: '靜意 T 恤' })
      localStorage.setItem('cart', JSON.stringify(lines))
    })()`)
    const lost = await loseLateScripts(page, loss)
    await page.goto('/checkout')
    await fillRecipient(page)
    const confirm = page.getByRole('button', { name: /^確認訂單並付款/ })
    await pressUntil(confirm, page.getByText('系統暫時沒有回應，您填寫的內容還在'))
    expect(lost.documents()).toBe(2)
    await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
    await expectNoViolation(page)
    await page.unroute('**/*')
    await confirm.click()
    await expect(page.getByText('靜意 T 恤（白色・M）：已售完')).toBeVisible()
    await confirmOrder(page)
  })

  test(`an owner's window for a proof that is ${loss} leaves the page, and opens once it comes @long`, async ({
    page,
  }) => {
    const owner = await ownerSince(1)
    await refuseCookies(page)
    await giveSession(page.context(), owner.session)
    const { number } = await sell()
    const lost = await loseLateScripts(page, loss)
    await page.goto('/owner/books')
    const month = `${number.slice(5, 9)}年${Number(number.slice(9, 11))}月`
    const download = page.getByRole('link', { name: `${month}訂單` })
    const missing = page.getByText('確認身分的畫面暫時無法載入，請稍後再試一次。')
    await pressUntil(download, missing)
    expect(lost.documents()).toBe(2)
    await expectNoViolation(page)
    await page.getByRole('button', { name: '取消，不要做' }).click()
    await page.unroute('**/*')
    await download.click()
    const waiting = page.waitForEvent('download')
    const proof = page.getByRole('dialog', { name: '確認身分' })
    await proof.getByLabel('您的密碼', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    expect((await waiting).suggestedFilename()).toMatch(/^orders-/)
  })

  test(`a link to a page whose script is ${loss} leads there by one load @long`, async ({
    page,
  }) => {
    await refuseCookies(page)
    const lost = await loseLateScripts(page, loss, 'next document')
    await page.goto('/about')
    await page.getByRole('contentinfo').getByRole('link', { name: '聯絡我們' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('聯絡我們')
    await page.goto('/')
    await page.locator('main a[href^="/product/otr-001"]').first().click()
    await expect(page.getByRole('button', { name: /立即預購|加入購物車/ }).first()).toBeVisible()
    expect(lost.files.length).toBeGreaterThan(0)
  })

  test(`a missing product or article whose words are ${loss} is a missing page @long`, async ({
    page,
  }) => {
    const lost = await loseLateScripts(page, loss)
    for (const path of ['/product/none', '/blog/none', '/none']) {
      await page.goto(path)
      await expect.poll(() => lost.files.length).toBeGreaterThan(0)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('找不到這個頁面')
      await expect(page.getByRole('link', { name: '回到首頁' }).first()).toBeVisible()
    }
  })

  test(`the card of an empty cart whose band is ${loss} is there @long`, async ({ page }) => {
    await refuseCookies(page)
    const lost = await loseLateScripts(page, loss)
    await page.goto('/cart')
    await expect(page.getByRole('main').locator('a[href^="/product/"]').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(lost.files.length).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('購物車')
    await expect(page.getByRole('main').locator('a[href^="/product/"]').first()).toBeVisible()
  })

  test(`a link with a code whose script is ${loss} leaves the page @long`, async ({ page }) => {
    await refuseCookies(page)
    const lost = await loseLateScripts(page, loss)
    await page.goto('/shop?code=HELLO')
    await expect.poll(() => lost.documents()).toBe(2)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('商品')
  })

  test(`no public page is lost with its late scripts that are ${loss} @long`, async ({ page }) => {
    test.slow()
    const lost = await loseLateScripts(page, loss)
    for (const [path, heading] of [...INDEXED, ...UNLISTED]) {
      const before = lost.files.length
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      // Far down, the button to the top is due; a second after the load, the code for what comes next.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => lost.files.length).toBeGreaterThan(before)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })
}
