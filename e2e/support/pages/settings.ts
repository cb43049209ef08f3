import type { Page } from 'playwright/test'

/** The page object of the settings. */
export function settings(page: Page) {
  const dialog = page.getByRole('dialog')
  const confirm = async (password: string, action: string) => {
    await dialog.getByLabel('密碼', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: action }).click()
  }
  return {
    dialog,
    confirm,
    field: (name: string) => page.getByLabel(name, { exact: true }),
    save: () => page.getByRole('button', { name: '更新資料' }).click(),
    changePassword: async (current: string, next: string) => {
      await page.getByLabel('新密碼', { exact: true }).fill(next)
      await page.getByRole('button', { name: '更新密碼' }).click()
      await confirm(current, '確認更新')
    },
  }
}
