import { randomUUID } from 'node:crypto'

import { chooseAccount, chooseNewAccount, openWindow, standInForGoogle } from './google-script.ts'
import { isRegistered } from './accounts.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { expect, test } from './shop.ts'

// Nothing of Google's is reachable; the emulator's window asks for its looks, and its frame for a storage that the browser keeps from other sites.
test.use({
  expected: [
    /apis\.google\.com|unpkg\.com|fonts\.googleapis\.com|accounts:signInWithPassword|'sessionStorage'/,
  ],
})

const newEmail = () => `popup-${randomUUID()}@example.com`

test.beforeEach(({ context }) => standInForGoogle(context))

test('Google makes a member at the first sign-in and knows it at the next', async ({ page }) => {
  const email = newEmail()
  await page.goto('/login?redirect=/account/settings')
  const first = await openWindow(page, () => signInPage(page).google.click())
  await chooseNewAccount(first, email, '小島')
  await expect(page).toHaveURL(/\/account\/settings$/)
  await signInPage(page).expectGreeting('小島')
  await expect(page.getByText('Google 登入')).toBeVisible()
  await expect(page.getByRole('heading', { name: '變更密碼' })).toHaveCount(0)

  await page.getByRole('button', { name: '登出' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/login')
  const second = await openWindow(page, () => signInPage(page).google.click())
  await chooseAccount(second, email)
  await expect(page).toHaveURL(/\/account$/)
})

test('a Google member deletes the account, and only that one', async ({ page }) => {
  const email = newEmail()
  const stray = newEmail()
  await page.goto('/login?redirect=/account/settings')
  await chooseNewAccount(
    await openWindow(page, () => signInPage(page).google.click()),
    email,
    '小島',
  )
  await page.getByRole('button', { name: '刪除帳號' }).click()
  const confirm = page.getByRole('button', { name: '以 Google 確認並刪除' })

  await chooseNewAccount(await openWindow(page, () => confirm.click()), stray, '別人')
  await expect(signInPage(page).problem('帳號刪除失敗')).toContainText('您選擇的是另一個帳號')
  expect(await isRegistered(stray)).toBe(false)
  expect(await isRegistered(email)).toBe(true)

  await chooseAccount(await openWindow(page, () => confirm.click()), email)
  await expect(page.getByText('帳號已刪除。')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await isRegistered(email)).toBe(false)
})

test('a Facebook member is told how to have the account deleted', async ({ page }) => {
  await page.goto('/login?redirect=/account/settings')
  const popup = await openWindow(page, () => signInPage(page).facebook.click())
  await chooseNewAccount(popup, newEmail(), '小島')
  await expect(page.getByText('Facebook 登入', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '刪除帳號' }).click()
  await expect(signInPage(page).problem('目前不支援此登入方式的刪除，請聯絡客服。')).toBeVisible()
})

test('while a window is open the buttons stay usable, and the newest click counts', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/login')
  const first = await openWindow(page, () => signInPage(page).google.click())
  const second = await openWindow(page, () => signInPage(page).facebook.click())
  await expect(signInPage(page).problem('失敗')).toHaveCount(0)
  await first.close()
  await chooseNewAccount(second, email, '小島')
  await expect(page).toHaveURL(/\/account$/)
})

test('without Google the window says so in words, and the e-mail form works', async ({
  page,
  context,
}) => {
  await context.route('https://apis.google.com/js/api.js*', (route) => route.abort())
  await page.goto('/login')
  await signInPage(page).google.click()
  await expect(signInPage(page).problem('Google 登入失敗，請稍後再試')).toBeVisible()
  await signInPage(page).facebook.click()
  await expect(signInPage(page).problem('Facebook 登入失敗，請稍後再試')).toBeVisible()
  await signInPage(page).logIn({ email: 'nobody@example.com', password: 'wrong-1' })
  await expect(signInPage(page).problem('登入失敗，請檢查帳號密碼是否正確')).toBeVisible()
})
