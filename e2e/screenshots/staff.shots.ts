import { becomeStaff, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { test } from './camera.ts'

test('what staff see', async ({ page, shoot }) => {
  await becomeStaff(page)
  const { id } = await sell()
  await page.goto('/owner/orders')
  await shoot('staff-orders')
  await sheetPage(page).open(id)
  await shoot('staff-order')
  await page.goto('/owner')
  await shoot('staff-missing')
})
