import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { settings } from '../../e2e/support/pages/settings.ts'
import { expect, test } from '../../e2e/support/shop.ts'

/** Attributes that password managers use. */
type Hint = { label: string; name: string; type: string; autocomplete: string }

const EMAIL: Hint = { label: '電子信箱', name: 'email', type: 'email', autocomplete: 'username' }
const current = (label: string, name = 'password'): Hint => ({
  label,
  name,
  type: 'password',
  autocomplete: 'current-password',
})
const fresh = (label: string, name: string): Hint => ({
  label,
  name,
  type: 'password',
  autocomplete: 'new-password',
})
const plain = (label: string, name: string, autocomplete: string, type = 'text'): Hint => ({
  label,
  name,
  type,
  autocomplete,
})

const PAGES: Record<string, Hint[]> = {
  '/login': [EMAIL, current('密碼')],
  '/login?redirect=/checkout': [EMAIL, fresh('密碼', 'password')],
  '/signup': [EMAIL, fresh('密碼', 'password'), fresh('確認密碼', 'confirmation')],
  '/reset': [EMAIL],
  '/account/settings': [
    plain('顯示名稱', 'displayName', 'nickname'),
    plain('聯絡電話', 'phone-contact', 'tel', 'tel'),
    plain('姓氏', 'lastName', 'family-name'),
    plain('名字', 'firstName', 'given-name'),
    plain('手機', 'phone', 'tel', 'tel'),
    plain('郵遞區號', 'zipcode', 'postal-code'),
    plain('地址', 'address', 'street-address'),
    fresh('新密碼', 'newPassword'),
  ],
}

test('a password manager can read every form', async ({ page, context }) => {
  for (const [path, hints] of Object.entries(PAGES)) {
    if (path.startsWith('/account')) await giveSession(context, (await newMember()).session)
    await page.goto(path)
    for (const { label, name, type, autocomplete } of hints) {
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toHaveAttribute('name', name)
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      expect(await field.evaluate((input) => input.getAttribute('type') ?? 'text')).toBe(type)
      // Password managers ignore fields without a form.
      expect(await field.evaluate((input) => input.closest('form') !== null)).toBe(true)
    }
  }
})

test('every dialog for a password tells whose it is', async ({ page, context }) => {
  const member = await newMember({ emailVerified: false })
  await giveSession(context, member.session)
  const { dialog } = settings(page)
  const asks = async () => {
    await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(member.email)
    await expect(dialog.locator('input[autocomplete=current-password]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.goto('/account/settings')
  await page.getByRole('button', { name: '刪除帳號' }).click()
  await asks()
  await page.getByLabel('新密碼', { exact: true }).fill('secret-2')
  await page.getByRole('button', { name: '更新密碼' }).click()
  await asks()
  await page.goto('/verify-email')
  await page.getByRole('button', { name: '重新寄出驗證信' }).click()
  await asks()
})

test('a new password is seen on request, and hidden again', async ({ page }) => {
  await page.goto('/signup')
  const password = page.getByLabel('密碼', { exact: true })
  await password.fill('secret-1')
  await page.getByLabel('顯示密碼').check()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await page.getByLabel('顯示密碼').uncheck()
  await expect(password).toHaveAttribute('type', 'password')
})
