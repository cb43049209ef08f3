import { randomUUID } from 'node:crypto'

import { isRegistered, MAIL_HOST, register } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import {
  changeClaims,
  chooseNewAccount,
  openWindow,
  standInForGoogle,
} from '../support/google-script.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { expect, test } from '../support/shop.ts'

// Google is not reachable: the emulator's window misses its styles, and its frame may not use storage.
test.use({
  expected: [
    /apis\.google\.com|unpkg\.com|fonts\.googleapis\.com|accounts:signIn|'sessionStorage'/,
  ],
})

const newEmail = () => `popup-${randomUUID()}@${MAIL_HOST}`

/** In milliseconds: firebase/auth has noticed a closed window by then. */
const NOTICED = 12_000

test.beforeEach(({ context }) => standInForGoogle(context))

test('a window that was closed is reported, and opens again @long', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  const { google, problem, expectGreeting } = signInPage(page)
  const popup = await openWindow(page, () => google.click())
  await expect(page.getByText('請在開啟的視窗中完成登入。')).toBeVisible()
  await expectNoViolation(page)
  await popup.close()
  await page.clock.runFor(NOTICED)
  await expect(problem('Google 登入失敗，請稍後再試')).toContainText('登入視窗已關閉')
  await expect(problem('Google 登入失敗')).toBeFocused()
  await expectNoViolation(page)
  await chooseNewAccount(await openWindow(page, () => google.click()), newEmail(), '小島')
  await expectGreeting('小島')
})

test('a window that the browser blocks is reported, with what to do @long', async ({ page }) => {
  await page.addInitScript('window.open = () => null')
  await page.goto('/login')
  const { google, facebook, problem } = signInPage(page)
  await google.click()
  await expect(problem('Google 登入失敗，請稍後再試')).toContainText('請允許本站開啟彈出式視窗')
  await facebook.click()
  await expect(problem('Facebook 登入失敗，請稍後再試')).toContainText('請允許本站開啟彈出式視窗')
  await expectNoViolation(page)
})

test('Facebook over an account of the same mail says to use the way it was made with @long', async ({
  page,
}) => {
  const member = await register({ emailVerified: true })
  await page.goto('/login')
  const { facebook, problem, logIn } = signInPage(page)
  const popup = await openWindow(page, () => facebook.click())
  await changeClaims(popup, { email_verified: false })
  await chooseNewAccount(popup, member.email, '別人')
  await expect(problem('Facebook 登入失敗，請稍後再試')).toContainText('請改用原本的方式登入')
  await expectNoViolation(page)
  await logIn(member)
  await expect(page).toHaveURL(/\/account$/)
})

test('a deletion whose window was closed deletes nothing, and may be tried again @long', async ({
  page,
}) => {
  const email = newEmail()
  await page.clock.install()
  await page.goto('/login?redirect=/account/settings')
  const { google, problem } = signInPage(page)
  await chooseNewAccount(await openWindow(page, () => google.click()), email, '小島')
  await page.getByRole('button', { name: '刪除帳號' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: /Google/ })
  const popup = await openWindow(page, () => confirm.click())
  await popup.close()
  await page.clock.runFor(NOTICED)
  await expect(problem('帳號刪除失敗，請稍後再試。')).toContainText('登入視窗已關閉')
  await expectNoViolation(page)
  await expect(confirm).toHaveText('以 Google 確認並刪除')
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await isRegistered(email)).toBe(true)
})

test(
  'while a window is open the buttons stay usable, and the newest click counts',
  { tag: '@long' },
  async ({ page }) => {
    const email = newEmail()
    await page.goto('/login')
    const first = await openWindow(page, () => signInPage(page).google.click())
    const second = await openWindow(page, () => signInPage(page).facebook.click())
    await expect(signInPage(page).problem('失敗')).toHaveCount(0)
    await first.close()
    await chooseNewAccount(second, email, '小島')
    await expect(page).toHaveURL(/\/account$/)
  },
)

test(
  'without Google the window says so in words, and the e-mail form works',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.route('https://apis.google.com/js/api.js*', (route) => route.abort())
    await page.goto('/login')
    await signInPage(page).google.click()
    await expect(signInPage(page).problem('Google 登入失敗，請稍後再試')).toBeVisible()
    await signInPage(page).facebook.click()
    await expect(signInPage(page).problem('Facebook 登入失敗，請稍後再試')).toBeVisible()
    await signInPage(page).logIn({ email: 'nobody@example.com', password: 'wrong-1' })
    await expect(signInPage(page).problem('登入失敗，請檢查帳號密碼是否正確')).toBeVisible()
  },
)
