import { randomUUID } from 'node:crypto'

import { isRegistered, newestMail, register } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { expect, test } from '../support/shop.ts'

// The sign-in service refuses with status 400.
test.use({ expected: [/accounts:(signInWithPassword|signUp)/] })

test('a member signs in by keyboard and comes back to the page that asked', async ({ page }) => {
  const member = await register({ displayName: '小島' })
  await page.goto('/account/order?status=已出貨')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expectNoViolation(page)
  await signInPage(page).email.focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('找不到符合的訂單')).toBeVisible()
  await expect(page).toHaveURL((url) => url.searchParams.get('status') === '已出貨')
  await signInPage(page).expectGreeting('小島')
})

test('signing in leads to no other site, nor does a session @long', async ({ page }) => {
  await page.goto(`/login?redirect=${encodeURIComponent('https://example.com/')}`)
  await signInPage(page).logIn(await register())
  await expect(page).toHaveURL(/:\d+\/account$/)
  for (const target of ['//example.com', '/\\example.com', 'javascript:1']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(/:\d+\/account$/)
  }
  await page.goto('/login?redirect=/account/settings')
  await expect(page).toHaveURL(/\/account\/settings$/)
})

test('a wrong password and an unknown address answer alike, and nothing typed is lost', async ({
  page,
}) => {
  const { email } = await register()
  await page.goto('/login')
  for (const typed of [email, 'nobody@example.com']) {
    await signInPage(page).logIn({ email: typed, password: 'wrong-1' })
    const problem = signInPage(page).problem('登入失敗，請檢查帳號密碼是否正確')
    await expect(problem).toBeFocused()
    await expect(signInPage(page).email).toHaveValue(typed)
    await expect(signInPage(page).password).toHaveValue('wrong-1')
  }
  await expectNoViolation(page)
})

test(
  'empty fields are named beside themselves and summed up above',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login')
    await signInPage(page).submit.click()
    await expect(signInPage(page).problem('請完成以下欄位')).toBeFocused()
    await page.getByRole('link', { name: '請輸入密碼' }).click()
    await expect(signInPage(page).password).toBeFocused()
    await expect(signInPage(page).password).toHaveAccessibleDescription('請輸入密碼')
    await expectNoViolation(page)
  },
)

test('a broken network is reported, the form stays whole and works again @long', async ({
  page,
}) => {
  const member = await register()
  await page.goto('/login')
  await page.route('**/accounts:signInWithPassword*', (route) => route.abort())
  await signInPage(page).logIn(member)
  await expect(signInPage(page).problem('網路連線中斷')).toBeVisible()
  await expect(signInPage(page).password).toHaveValue(member.password)
  await page.unroute('**/accounts:signInWithPassword*')
  await page.keyboard.press('Tab')
  await signInPage(page).submit.click()
  await expect(page).toHaveURL(/\/account$/)
})

test(
  'a slow sign-in is sent once, however often it is pressed',
  { tag: '@long' },
  async ({ page }) => {
    const member = await register()
    let sent = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/accounts:signInWithPassword*', async (route) => {
      sent += 1
      await released
      await route.continue()
    })
    await page.goto('/login')
    await signInPage(page).logIn(member)
    const busy = page.getByRole('button', { name: '登入中…' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await signInPage(page).password.press('Enter')
    release()
    await expect(page).toHaveURL(/\/account$/)
    expect(sent).toBe(1)
  },
)

test('a visitor registers, verifies the e-mail and may shop', async ({ page }) => {
  const email = `new-${randomUUID()}@example.com`
  await page.goto('/signup')
  await expectNoViolation(page)
  await signInPage(page).register({ email, password: 'secret-1' }, 'secret-2')
  await expect(signInPage(page).problem('密碼與確認密碼不符')).toBeFocused()
  expect(await isRegistered(email)).toBe(false)
  await signInPage(page).register({ email, password: 'five5' })
  await expect(signInPage(page).problem('註冊失敗，請確認格式正確且帳號未被使用')).toBeVisible()
  await expectNoViolation(page)
  await signInPage(page).register({ email, password: 'secret-1' })
  await expect(page).toHaveURL(/\/verify-email$/)
  await expectNoViolation(page)
  const { docs } = await database().collection('users').where('email', '==', email).get()
  expect(docs.map((document) => ({ ...document.data(), uid: null, createdAt: null }))).toEqual([
    { uid: null, email, name: '', createdAt: null },
  ])
  await page.goto(await newestMail(email))
  await expect(page).toHaveURL(/\/verify-success/)
  await expectNoViolation(page)
  await expect(page.getByRole('main').getByRole('link', { name: '去看看商品' })).toHaveAttribute(
    'href',
    '/shop',
  )
  await page.goto('/account')
  await signInPage(page).expectGreeting(email)
})

test('a taken address cannot register again @long', async ({ page }) => {
  const member = await register()
  await page.goto('/signup')
  await signInPage(page).register({ ...member, password: 'another-1' })
  await expect(signInPage(page).problem('註冊失敗，請確認格式正確且帳號未被使用')).toBeVisible()
  await expect(page).toHaveURL(/\/signup$/)
})

test('a forgotten password is reset by mail @long', async ({ page }) => {
  const member = await register()
  await page.goto('/reset')
  await expectNoViolation(page)
  await signInPage(page).email.fill('no address')
  await page.keyboard.press('Enter')
  await expect(signInPage(page).problem('發送失敗，請確認信箱格式是否正確')).toBeVisible()
  await signInPage(page).email.fill(member.email)
  await page.keyboard.press('Enter')
  const sent = page.getByRole('status').filter({ hasText: '已發送密碼重設信至您的信箱' })
  await expect(sent).toBeFocused()
  await expect(signInPage(page).email).toHaveCount(0)
  await expectNoViolation(page)
  await page.goto(`${await newestMail(member.email)}&newPassword=secret-2`)
  await expect(page).toHaveURL(/\/login$/)
  await signInPage(page).logIn({ email: member.email, password: 'secret-2' })
  await expect(page).toHaveURL(/\/account$/)
})

test('signing out in one tab is noticed by the other @long', async ({ page, context }) => {
  await page.goto('/login')
  await signInPage(page).logIn(await register())
  await expect(page).toHaveURL(/\/account$/)
  const other = await context.newPage()
  await other.goto('/account/settings')
  await other.getByRole('button', { name: '登出', exact: true }).click()
  await expect(other).toHaveURL(/:\d+\/$/)
  expect(await context.cookies()).toEqual([])
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount$/)
})
