import { randomUUID } from 'node:crypto'

import { changeMember, isRegistered, MAIL_HOST, register, uidOf } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import {
  changeClaims,
  chooseAccount,
  chooseNewAccount,
  openWindow,
  standInForGoogle,
} from '../support/google-script.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

// Google is not reachable: the emulator's window misses its styles, and its frame may not use storage.
test.use({
  expected: [
    /apis\.google\.com|unpkg\.com|fonts\.googleapis\.com|accounts:signInWithPassword|'sessionStorage'/,
  ],
})

const newEmail = () => `popup-${randomUUID()}@${MAIL_HOST}`

test.beforeEach(({ context }) => standInForGoogle(context))

test('Google makes a member at the first sign-in and knows it at the next @long', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/login?redirect=/account/settings')
  const first = await openWindow(page, () => signInPage(page).google.click())
  await chooseNewAccount(first, email, '小島')
  await expect(page).toHaveURL(/\/account\/settings$/)
  await signInPage(page).expectGreeting('小島')
  await expect(page.getByText('Google 登入')).toBeVisible()
  await expect(page.getByRole('heading', { name: '變更密碼' })).toHaveCount(0)

  await page.getByRole('button', { name: '登出', exact: true }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/login')
  const second = await openWindow(page, () => signInPage(page).google.click())
  await chooseAccount(second, email)
  await expect(page).toHaveURL(/\/account$/)
})

test('a Google member deletes the account, and only that one @long', async ({ page }) => {
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

test(
  "Google over an unverified password of the same mail takes the account over: the password, perhaps a stranger's, is gone",
  { tag: '@long' },
  async ({ page }) => {
    const member = await register()
    const [order = ''] = await seedOrders(member, 1)
    await page.goto(`/login?redirect=/account/order/${order}`)
    const popup = await openWindow(page, () => signInPage(page).google.click())
    await chooseNewAccount(popup, member.email, '小島')
    await expect(page.getByRole('heading', { name: 'Order2026030110-0001' })).toBeVisible()
    await page.goto('/account/settings')
    await expect(page.getByText('Google 登入', { exact: true })).toBeVisible()
    await expect(page.getByText('尚未驗證')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '變更密碼' })).toHaveCount(0)
    await page.getByRole('button', { name: '登出', exact: true }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await page.goto('/login')
    await signInPage(page).logIn(member)
    await expect(signInPage(page).problem('登入失敗，請檢查帳號密碼是否正確')).toBeVisible()
  },
)

test(
  'Google beside a verified password of the same mail is a second way in',
  { tag: '@long' },
  async ({ page }) => {
    const member = await register({ emailVerified: true })
    await page.goto('/login?redirect=/account/settings')
    const popup = await openWindow(page, () => signInPage(page).google.click())
    await chooseNewAccount(popup, member.email, '小島')
    await expect(page.getByText('Google 登入', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: '變更密碼' })).toBeVisible()
    await page.getByRole('button', { name: '登出', exact: true }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await page.goto('/login?redirect=/account/settings')
    await signInPage(page).logIn(member)
    await expect(page.getByText('電子信箱帳號')).toBeVisible()
  },
)

test(
  'an owner who signs in by Google confirms in its window, on a page with Trusted Types',
  { tag: '@long' },
  async ({ page }) => {
    const email = newEmail()
    await page.goto('/login?redirect=/account/settings')
    await chooseNewAccount(
      await openWindow(page, () => signInPage(page).google.click()),
      email,
      '林店主',
    )
    // The button of the page before says it too, in more words.
    await expect(page.getByText('Google 登入', { exact: true })).toBeVisible()
    const uid = (await uidOf(email)) ?? ''
    await changeMember(uid, { customAttributes: JSON.stringify({ owner: true }) })
    await page.getByRole('button', { name: '登出', exact: true }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await page.goto('/login?redirect=/owner/proof')
    await chooseAccount(await openWindow(page, () => signInPage(page).google.click()), email)
    await expect(page).toHaveURL(/:\d+\/owner\/proof$/)
    const policy = (await page.reload())?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("require-trusted-types-for 'script'")
    const confirm = page.getByRole('button', { name: '確認身分' })
    await chooseAccount(await openWindow(page, () => confirm.click()), email)
    await expect
      .poll(async () => {
        const { docs } = await database().collection('sessions').where('uid', '==', uid).get()
        return docs.filter((doc) => doc.get('provenAt') !== undefined).length
      })
      .toBe(1)
  },
)

test('a Facebook member without a mail is a member all the same @long', async ({ page }) => {
  await page.goto('/login?redirect=/account/settings')
  const popup = await openWindow(page, () => signInPage(page).facebook.click())
  await changeClaims(popup, { email: undefined, email_verified: false, name: undefined })
  await chooseNewAccount(popup, newEmail(), '小島')
  await signInPage(page).expectGreeting('會員')
  await expect(page.getByText('登入服務未提供電子信箱')).toBeVisible()
  await expectNoViolation(page)
})

test(
  'a Facebook member is shown how to have the account deleted',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login?redirect=/account/settings')
    const popup = await openWindow(page, () => signInPage(page).facebook.click())
    await chooseNewAccount(popup, newEmail(), '小島')
    await expect(page.getByText('Facebook 登入', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '刪除帳號' }).click()
    await expect(signInPage(page).problem('目前不支援此登入方式的刪除，請聯絡客服。')).toBeVisible()
  },
)
