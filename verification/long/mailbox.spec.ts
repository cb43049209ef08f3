import { addresses } from '../../e2e/support/addresses.ts'
import { notifyTwice } from '../../e2e/support/notified-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test('the mailbox shows a mail as its reader would see it, and runs nothing of it', async ({
  page,
}) => {
  const { number } = await notifyTwice()
  await page.goto(addresses().mailbox)
  const item = page.getByRole('listitem').filter({ hasText: `已收到您的付款，訂單 ${number}` })
  const frame = item.locator('iframe').first()
  await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  await expect(frame.contentFrame().getByRole('heading', { name: `訂單 ${number}` })).toBeVisible()
  await item.getByText('純文字').first().click()
  await expect(item.locator('pre').first()).toContainText('請保存這封信')
})
