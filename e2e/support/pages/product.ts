import { expect, type Page } from 'playwright/test'

/** Opens a product, chooses size and units, and puts them into the cart. */
export async function addToCart(
  page: Page,
  { id, size, units }: { id: string; size: string; units: number },
): Promise<void> {
  await page.goto(`/product/${id}`)
  const sizes = page.getByRole('group', { name: '尺寸' })
  await sizes.getByText(size, { exact: true }).click()
  await expect(sizes.getByRole('radio', { name: size, exact: true })).toBeChecked()
  for (let unit = 1; unit < units; unit += 1) {
    await page.getByRole('button', { name: '增加數量' }).click()
  }
  await page
    .getByRole('button', { name: /^(立即預購|加入購物車|再加.*件)・/ })
    .first()
    .click()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
}
