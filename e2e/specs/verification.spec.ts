import { randomUUID } from 'node:crypto'

import { changeMember, giveSession, MAIL_HOST, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient } from '../support/pages/checkout.ts'
import { mailsTo } from '../support/pages/mailbox.ts'
import { settings } from '../support/pages/settings.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

// The sign-in service refuses with status 400; two tests block it.
test.use({ expected: [/accounts:(signInWithPassword|sendOobCode)/] })

const again = '重新寄出驗證信'
const newcomer = () => ({ email: `new-${randomUUID()}@${MAIL_HOST}`, password: 'secret-1' })

test('the verification mail is sent again, once a minute, after the password @long', async ({
  page,
}) => {
  const member = newcomer()
  await page.clock.install()
  await page.goto('/signup')
  await signInPage(page).register(member)
  await expect(page.getByText(`驗證信已寄到 ${member.email}`)).toBeVisible()
  const button = page.getByRole('button', { name: again })
  await button.click()
  await expect(
    signInPage(page).problem(/驗證信每分鐘只能寄一次，請在 \d+ 秒後再試。/),
  ).toBeFocused()
  await expectNoViolation(page)
  expect(await mailsTo(member.email)).toHaveLength(1)

  await page.clock.fastForward(60_000)
  await button.click()
  const { dialog, confirm } = settings(page)
  await expectNoViolation(page)
  await confirm('wrong-1', '寄出驗證信')
  await expect(signInPage(page).problem('驗證信寄送失敗')).toContainText('密碼不正確。')
  await confirm(member.password, '寄出驗證信')
  await expect(page.getByText('驗證信已重新寄出')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expectNoViolation(page)
  const [newest = '', ...older] = await mailsTo(member.email)
  expect(older).toHaveLength(1)
  await button.click()
  await expect(signInPage(page).problem('驗證信每分鐘只能寄一次')).toBeVisible()

  await page.goto(newest)
  await expect(page).toHaveURL(/\/verify-success/)
  await page.goto('/verify-email')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('您的電子信箱已完成驗證')
  await expect(button).toHaveCount(0)
  await expectNoViolation(page)
})

test('a mail that could not be sent at sign-up is reported, and sent without waiting @long', async ({
  page,
}) => {
  const member = newcomer()
  await page.goto('/signup?redirect=/checkout')
  await page.route('**/accounts:sendOobCode*', (route) => route.abort())
  await signInPage(page).register(member)
  await expect(page.getByText('驗證信未寄出')).toBeVisible()
  await expect(page.getByText('可以先完成訂購，之後再驗證。')).toBeVisible()
  await expect(page.getByRole('link', { name: '繼續結帳' })).toHaveAttribute('href', '/checkout')
  await expectNoViolation(page)
  const { confirm } = settings(page)
  await page.getByRole('button', { name: again }).click()
  await confirm(member.password, '寄出驗證信')
  await expect(signInPage(page).problem('驗證信寄送失敗')).toContainText('網路連線中斷')
  await page.unroute('**/accounts:sendOobCode*')
  await confirm(member.password, '寄出驗證信')
  await expect(page.getByText('驗證信已重新寄出')).toBeVisible()
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test(
  'the service that has enough of mails is put into words',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await newMember({ emailVerified: false })
    await giveSession(context, member.session)
    await page.goto('/account/settings')
    await page.getByRole('link', { name: '尚未驗證，前往驗證電子信箱' }).click()
    await page.route('**/accounts:sendOobCode*', (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
      }),
    )
    await page.getByRole('button', { name: again }).click()
    await settings(page).confirm(member.password, '寄出驗證信')
    await expect(signInPage(page).problem('驗證信寄送失敗')).toContainText('嘗試次數過多')
    await page.keyboard.press('Escape')
    await expect(settings(page).dialog).toHaveCount(0)
    await expect(page.getByRole('link', { name: '回到剛才的頁面' })).toHaveAttribute(
      'href',
      '/account/settings',
    )
  },
)

test('a stranger is led to sign in, and then back to the mail @long', async ({ page }) => {
  await page.goto('/verify-email')
  await expectNoViolation(page)
  await page.getByRole('link', { name: '登入後重新寄出驗證信' }).click()
  await signInPage(page).logIn(await newMember({ emailVerified: false }))
  await expect(page).toHaveURL(/\/verify-email$/)
  await expect(page.getByRole('button', { name: again })).toBeVisible()
})

test('the same checkout is confirmed anew once the address is proven, and may be paid by a number @long', async ({
  page,
  context,
}) => {
  const member = await newMember({ emailVerified: false })
  await giveSession(context, member.session)
  await storeCart(page, JSON.stringify([storedLine({ quantity: 1 })]))
  await page.goto('/checkout')
  await fillRecipient(page)
  const unproven = await confirmOrder(page)
  await page.goto('/checkout')
  expect(await confirmOrder(page)).toBe(unproven)
  await changeMember(member.uid, { emailVerified: true })
  await page.goto('/checkout')
  const proven = await confirmOrder(page)
  expect(await storedDocument(`orders/${unproven}`)).toMatchObject({
    emailUnverified: true,
    status: '已取消',
  })
  expect(await storedDocument(`orders/${proven}`)).not.toHaveProperty('emailUnverified')
})
