import { randomUUID } from 'node:crypto'

import type { Locator, Page } from 'playwright/test'

import { giveSession, MAIL_HOST, newMember, register } from '../support/accounts.ts'
import { storedDocument } from '../support/database.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

// The sign-in service refuses with status 400.
test.use({
  viewport: { width: 390, height: 664 },
  isMobile: true,
  hasTouch: true,
  expected: [/accounts:(signInWithPassword|signUp)/],
})

/** Counts what a purchase asks of a thumb. */
function thumb(page: Page) {
  const counted = { taps: 0, entries: 0 }
  return {
    counted,
    tap: async (what: Locator) => {
      counted.taps += 1
      await what.click()
    },
    enter: async (label: string, text: string) => {
      counted.entries += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

/** Counts the screens, by the first part of their address. */
function countScreens(page: Page): () => number {
  const seen = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.add(new URL(frame.url()).pathname)
  })
  return () => seen.size
}

async function chooseShirt(page: Page, { tap }: ReturnType<typeof thumb>): Promise<void> {
  await page.goto('/')
  await tap(page.getByRole('link', { name: '看旅見 T 恤' }))
  await tap(page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }))
  await tap(page.getByRole('button', { name: '立即預購・M' }).first())
  await tap(page.getByRole('link', { name: '前往結帳' }))
}

async function confirm(page: Page, { tap }: ReturnType<typeof thumb>): Promise<void> {
  await tap(page.getByRole('button', { name: '確認訂單並付款' }))
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+(?:\?|$)/)
}

async function pay(page: Page, { tap }: ReturnType<typeof thumb>): Promise<void> {
  const opened = page.waitForEvent('popup')
  await tap(page.getByRole('button', { name: /PayPal/ }).first())
  await tap((await opened).getByRole('button', { name: '同意付款' }))
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  // The focus tells it; a live region would tell the whole page a second time.
  const live = page.locator('[aria-live="polite"], output')
  await expect(live.filter({ hasText: '付款成功' })).toHaveCount(0)
}

test('a first purchase takes at most 8 taps, 7 entries and 5 screens', async ({ page }) => {
  await refuseCookies(page)
  const hand = thumb(page)
  const screens = countScreens(page)
  const email = `new-${randomUUID()}@${MAIL_HOST}`
  await chooseShirt(page, hand)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登入或註冊')
  await hand.enter('電子信箱', email)
  await hand.enter('密碼', 'secret-1')
  await hand.tap(page.getByRole('button', { name: '註冊並繼續結帳' }))
  await page.waitForURL(/\/checkout$/)
  await expect(page.getByText(`驗證信已寄到 ${email}。`)).toBeVisible()
  await hand.enter('姓氏', RECIPIENT.lastName)
  await hand.enter('名字', RECIPIENT.firstName)
  await hand.enter('手機', '０９１２－３４５－６７８')
  await hand.enter('郵遞區號', RECIPIENT.zipcode)
  await expect(page.getByLabel('縣市')).toHaveValue(RECIPIENT.city)
  await expect(page.getByLabel('鄉鎮市區')).toHaveValue(RECIPIENT.area)
  await hand.enter('地址', RECIPIENT.address)
  await confirm(page, hand)
  await pay(page, hand)
  const { taps, entries } = hand.counted
  console.log(`first purchase: ${taps} taps, ${entries} entries, ${screens()} screens`)
  expect(taps).toBeLessThanOrEqual(8)
  expect(entries).toBeLessThanOrEqual(7)
  expect(screens()).toBeLessThanOrEqual(5)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const recipient = { ...RECIPIENT, email }
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已付款', recipient })
})

test('a returning member is at the payment page after 5 taps, 4 screens and no entry', async ({
  page,
}) => {
  await refuseCookies(page)
  await giveSession(page.context(), (await newMember({ emailVerified: false })).session)
  await page.goto('/account/settings')
  await page.getByLabel('姓氏').fill(RECIPIENT.lastName)
  await page.getByLabel('名字').fill(RECIPIENT.firstName)
  await page.getByLabel('手機').fill(RECIPIENT.phone)
  await page.getByLabel('郵遞區號').fill(RECIPIENT.zipcode)
  await page.getByLabel('地址', { exact: true }).fill(RECIPIENT.address)
  await page.getByRole('button', { name: '更新資料' }).click()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  // The settings' own late moves are none of this purchase.
  await page.goto('/')
  const hand = thumb(page)
  const screens = countScreens(page)
  await chooseShirt(page, hand)
  await page.waitForURL(/\/checkout$/)
  await expect(page.getByLabel('手機')).toHaveValue(RECIPIENT.phone)
  // Told at the first order.
  await expect(page.getByText('驗證信已寄到')).toHaveCount(0)
  await confirm(page, hand)
  expect({ ...hand.counted, screens: screens() }).toEqual({ taps: 5, entries: 0, screens: 4 })
  await pay(page, hand)
  expect(hand.counted).toEqual({ taps: 7, entries: 0 })
})

test('a known address is signed in by the same two fields, whichever button is pressed', async ({
  page,
}) => {
  await refuseCookies(page)
  const member = await register()
  await page.goto(`/login?redirect=${encodeURIComponent('/checkout?from=cart')}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '忘記密碼？' })).toHaveAttribute('href', '/reset')
  await expect(main.getByRole('link', { name: '註冊新帳號' })).toHaveAttribute(
    'href',
    /^\/signup\?/,
  )
  await page.getByLabel('電子信箱').fill(member.email)
  const password = page.getByLabel('密碼', { exact: true })
  await password.fill('not-hers-1')
  await page.getByRole('button', { name: '註冊並繼續結帳' }).click()
  const problem = page.getByRole('alert').filter({ hasText: '註冊失敗' })
  await expect(problem).toContainText('這個電子信箱已註冊，但密碼不正確。')
  await expect(password).toHaveValue('not-hers-1')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '登入失敗' })).toContainText(
    '直接按「註冊並繼續結帳」，無須再輸入一次。',
  )
  await password.fill(member.password)
  await page.getByRole('button', { name: '註冊並繼續結帳' }).click()
  // An empty cart's checkout leads on to the cart.
  await page.waitForURL(/\/(?:checkout|cart)/)
  await page.goto('/account')
  await expect(page.getByText(member.email)).toBeVisible()
})

test('a known address at /signup is signed in with its password @long', async ({ page }) => {
  const member = await register()
  await page.goto('/signup?redirect=/account/settings')
  await page.getByLabel('電子信箱').fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.password)
  await page.getByLabel('確認密碼', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: '註冊', exact: true }).click()
  await page.waitForURL(/\/account\/settings$/)
})

test('Enter signs in where somebody has signed in before, and registers elsewhere @long', async ({
  page,
}) => {
  await refuseCookies(page)
  const ways = page.locator('button[name=way]')
  await page.goto('/login?redirect=/checkout')
  await expect(ways).toHaveText(['註冊並繼續結帳', '登入'])
  await page.evaluate(() => localStorage.setItem('signed-in-changed', '1'))
  await page.reload()
  await expect(ways).toHaveText(['登入', '註冊並繼續結帳'])
  await expect(page.getByRole('button', { name: '使用 Google 登入' })).toBeVisible()
})

test(
  'a mistyped mail domain is asked about once before an account is made',
  { tag: '@long' },
  async ({ page }) => {
    await refuseCookies(page)
    await page.goto('/signup?redirect=/checkout')
    const email = `new-${randomUUID()}@gmial.com`
    await page.getByLabel('電子信箱').fill(email)
    await page.getByLabel('密碼', { exact: true }).fill('secret-1')
    await page.getByLabel('確認密碼', { exact: true }).fill('secret-1')
    const send = page.getByRole('button', { name: '註冊', exact: true })
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: '請再看一次電子信箱' })).toBeVisible()
    await expect(page.getByText('您是指 @gmail.com 嗎？').first()).toBeVisible()
    await send.click()
    await page.waitForURL(/\/verify-email/)
  },
)
