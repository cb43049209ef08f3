import { becomeStaff, sheetPage } from '../../e2e/support/pages/owner.ts'
import { sell } from '../../e2e/support/sales.ts'
import { test } from './camera.ts'

test('the pages of staff', async ({ page, shoot }) => {
  await becomeStaff(page)
  const { id } = await sell()
  await page.goto('/owner/orders')
  await shoot('staff-orders')
  await sheetPage(page).open(id)
  await shoot('staff-order')
  await page.goto('/owner')
  await shoot('staff-missing')
})
