import { randomUUID } from 'node:crypto'

import { isRegistered, MAIL_HOST } from '../../e2e/support/accounts.ts'
import { storedMember } from '../../e2e/support/database.ts'
import { choose, press, type } from '../../e2e/support/pages/keys.ts'
import { settings } from '../../e2e/support/pages/settings.ts'
import { signInPage } from '../../e2e/support/pages/sign-in-page.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test('from registering to leaving for good by keyboard alone', async ({ page }) => {
  const email = `keys-${randomUUID()}@${MAIL_HOST}`
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: '註冊新帳號' }))
  await expect(page).toHaveURL(/\/signup$/)
  await type(page, '電子信箱', email)
  await type(page, '密碼', 'secret-1')
  await type(page, '確認密碼', 'secret-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/verify-email$/)
  await press(page, page.getByRole('link', { name: '前往會員中心' }))
  await signInPage(page).expectGreeting(email)

  const { uid } = await storedMember(email)
  await seedOrders({ uid, email }, 6)
  const tabs = page.getByRole('navigation', { name: '會員中心' })
  await press(page, tabs.getByRole('link', { name: '訂單' }))
  await press(page, page.getByRole('link', { name: '下一頁' }))
  await expect(page.getByRole('article')).toHaveCount(1)
  await choose(page, '訂單狀態', '已完成')
  await expect(page.getByText('找不到符合的訂單')).toBeVisible()
  await press(page, page.getByRole('link', { name: '查看全部訂單' }))
  await expect(page.getByRole('article')).toHaveCount(5)

  await press(page, tabs.getByRole('link', { name: '設定' }))
  await type(page, '顯示名稱', '小島')
  await choose(page, '縣市', '臺北市')
  await choose(page, '鄉鎮市區', '大安區')
  await expect(settings(page).field('郵遞區號')).toHaveValue('106')
  await type(page, '地址', '和平東路一段 1 號')
  await page.keyboard.press('Enter')
  await expect(page.getByText('資料已更新。')).toBeVisible()

  await type(page, '新密碼', 'secret-2')
  await page.keyboard.press('Enter')
  const { dialog } = settings(page)
  await expect(dialog.getByLabel('密碼', { exact: true })).toBeFocused()
  await page.keyboard.type('secret-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('密碼已更新。')).toBeVisible()

  const leave = page.getByRole('button', { name: '刪除帳號' })
  await press(page, leave)
  await expect(dialog.getByLabel('密碼', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(leave).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('secret-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('帳號已刪除。')).toBeVisible()
  expect(await isRegistered(email)).toBe(false)
})
