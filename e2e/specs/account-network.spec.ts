import { randomUUID } from 'node:crypto'

import type { Page, Route } from 'playwright/test'

import { giveSession, isRegistered, MAIL_HOST, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { settings } from '../support/pages/settings.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { holdScripts } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

// These tests cut the network off.
test.use({ expected: [/ERR_FAILED/] })

const NETWORK = '網路連線中斷，您填寫的內容還在，請確認網路後再送出一次。'
const member = () => ({ email: `net-${randomUUID()}@${MAIL_HOST}`, password: 'secret-1' })

const refusePosts = (route: Route) =>
  route.request().method() === 'POST' ? route.abort() : route.fallback()

/** Keeps what is posted from its target, until the answer is called. */
async function cut(page: Page, url: string): Promise<() => Promise<void>> {
  await page.route(url, refusePosts)
  return () => page.unroute(url, refusePosts)
}

/** Holds back what is sent until it is let go, and counts it. */
async function hold(page: Page, url: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const seen = { sent: 0, release }
  await page.route(url, async (route) => {
    if (route.request().method() === 'POST') {
      seen.sent += 1
      await released
    }
    await route.fallback()
  })
  return seen
}

for (const [what, url] of [
  ['the sign-in service', '**/accounts:signUp*'],
  ['the shop', '**/signup'],
] as const) {
  test(`registering without ${what} is reported, and nothing typed is lost @long`, async ({
    page,
  }) => {
    const firstTimeGroup = member()
    await page.goto('/signup')
    const join = await cut(page, url)
    const { register, problem, email, password } = signInPage(page)
    await register(firstTimeGroup)
    await expect(problem('註冊失敗，請確認格式正確且帳號未被使用')).toContainText(NETWORK)
    await expect(email).toHaveValue(firstTimeGroup.email)
    await expect(password).toHaveValue(firstTimeGroup.password)
    await expectNoViolation(page)
    await join()
    if (what === 'the shop') return
    await page.getByRole('button', { name: '註冊', exact: true }).click()
    await expect(page).toHaveURL(/\/verify-email$/)
  })
}

test(
  'signing in without the shop is reported, and works when it is back',
  { tag: '@long' },
  async ({ page }) => {
    const known = await newMember()
    await page.goto('/login')
    const join = await cut(page, '**/login')
    const { logIn, problem, submit, password } = signInPage(page)
    await logIn(known)
    await expect(problem('登入失敗')).toContainText(NETWORK)
    await expect(password).toHaveValue(known.password)
    await join()
    await submit.click()
    await expect(page).toHaveURL(/\/account$/)
  },
)

test(
  'a reset without the sign-in service is reported, and sent once when it is slow',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/reset')
    const join = await cut(page, '**/accounts:sendOobCode*')
    const { email, problem } = signInPage(page)
    await email.fill('somebody@members.example.com')
    await page.keyboard.press('Enter')
    await expect(problem('發送失敗，請確認信箱格式是否正確')).toContainText(NETWORK)
    await expect(email).toHaveValue('somebody@members.example.com')
    await join()
    const slow = await hold(page, '**/accounts:sendOobCode*')
    await email.press('Enter')
    const busy = page.getByRole('button', { name: '發送中…' })
    await busy.click({ force: true })
    await email.press('Enter')
    slow.release()
    await expect(page.getByText('已發送密碼重設信至您的信箱')).toBeVisible()
    expect(slow.sent).toBe(1)
  },
)

test(
  "text typed before the settings' scripts are there is saved and stays",
  { tag: '@long' },
  async ({ page, context }) => {
    await giveSession(context, (await newMember()).session)
    const letThrough = await holdScripts(page)
    await page.goto('/account/settings', { waitUntil: 'commit' })
    await settings(page).field('姓氏').fill('林')
    await settings(page).field('縣市').selectOption('臺北市')
    letThrough()
    // The districts of a city come with the scripts.
    await settings(page).field('鄉鎮市區').selectOption('中正區')
    await settings(page).field('名字').fill('小島')
    await settings(page).save()
    await expect(page.getByText('資料已更新。')).toBeVisible()
    await page.reload()
    await expect(settings(page).field('姓氏')).toHaveValue('林')
    await expect(settings(page).field('縣市')).toHaveValue('臺北市')
  },
)

test('slow settings are saved once', { tag: '@long' }, async ({ page, context }) => {
  await giveSession(context, (await newMember()).session)
  await page.goto('/account/settings')
  const slow = await hold(page, '**/account/settings')
  await settings(page).field('顯示名稱').fill('小島')
  await settings(page).save()
  await page.getByRole('button', { name: '更新中…' }).click({ force: true })
  await settings(page).field('顯示名稱').press('Enter')
  slow.release()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  expect(slow.sent).toBe(1)
})

test(
  'a password change without the sign-in service changes nothing and stays open',
  { tag: '@long' },
  async ({ page, context }) => {
    const known = await newMember()
    await giveSession(context, known.session)
    await page.goto('/account/settings')
    const join = await cut(page, '**/accounts:signInWithPassword*')
    const { changePassword, dialog, confirm } = settings(page)
    await changePassword(known.password, 'secret-2')
    await expect(signInPage(page).problem('密碼更新失敗。')).toContainText(NETWORK)
    await expect(dialog.getByLabel('密碼', { exact: true })).toHaveValue(known.password)
    await join()
    const slow = await hold(page, '**/accounts:update*')
    await confirm(known.password, '確認更新')
    await dialog.getByRole('button', { name: '處理中…' }).click({ force: true })
    await dialog.getByLabel('密碼', { exact: true }).press('Enter')
    slow.release()
    await expect(page.getByText('密碼已更新。')).toBeVisible()
    expect(slow.sent).toBe(1)
  },
)

test(
  'a deletion without the shop deletes nothing, and goes on when it is back',
  { tag: '@long' },
  async ({ page, context }) => {
    const known = await newMember()
    await giveSession(context, known.session)
    await page.goto('/account/settings')
    await page.getByRole('button', { name: '刪除帳號' }).click()
    const join = await cut(page, '**/account/settings')
    const { confirm } = settings(page)
    await confirm(known.password, '確定刪除')
    await expect(signInPage(page).problem('帳號刪除失敗，請稍後再試。')).toContainText(NETWORK)
    expect(await isRegistered(known.email)).toBe(true)
    await join()
    await confirm(known.password, '確定刪除')
    await expect(page.getByText('帳號已刪除。')).toBeVisible()
    expect(await isRegistered(known.email)).toBe(false)
  },
)

test(
  'a sign-out without the shop is reported, and works when it is back',
  { tag: '@long' },
  async ({ page, context }) => {
    await giveSession(context, (await newMember()).session)
    await page.goto('/account')
    const join = await cut(page, '**/account')
    const leave = page.getByRole('button', { name: '登出', exact: true })
    await leave.click()
    await expect(page.getByText('登出失敗，請確認網路後再試。')).toBeVisible()
    await join()
    await leave.click()
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await context.cookies()).toEqual([])
  },
)
