import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shop.ts'

const PAGE = '/c/otr-001'

test('a visitor draws the other half by hand, undoes a stroke, and finds it again', async ({
  page,
}) => {
  await page.goto(PAGE)
  const hint = page.getByText('從線停下的地方畫下去，或選一種接法：')
  await expect(hint).toBeVisible()
  const surface = page.locator('svg[data-alive]')
  const line = surface.locator('path')
  await surface.scrollIntoViewIfNeeded()
  const box = await surface.boundingBox()
  if (!box) throw new Error('The surface is not drawn')
  const draw = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.6)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * ((from + to) / 2), box.y + box.height * 0.3, {
      steps: 8,
    })
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.7, { steps: 8 })
    await page.mouse.up()
  }
  await draw(0.49, 0.7)
  await expect(page.getByText('畫好一筆，已存在這台裝置。')).toBeVisible()
  const first = await line.getAttribute('d')
  // It begins where the line stops.
  expect(first).toMatch(/^M308 151Q/)
  await draw(0.72, 0.9)
  await expect(line).not.toHaveAttribute('d', first ?? '')
  await page.getByRole('button', { name: '復原' }).click()
  await expect(line).toHaveAttribute('d', first ?? '')
  await page.reload()
  await expect(line).toHaveAttribute('d', first ?? '')
  await page.getByRole('button', { name: '重新畫' }).click()
  await expect(line).toHaveAttribute('d', '')
  await expect(page.getByRole('button', { name: '復原' })).toBeHidden()
})

test('an ending is chosen by keyboard instead of drawn, and is heard @both', async ({ page }) => {
  await page.goto(PAGE)
  await page.getByRole('button', { name: '再翻一座' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已接上「再翻一座」。' })).toBeVisible()
  await expect(page.locator('svg[data-alive] path')).toHaveAttribute('d', /^M308 151/)
  await expectNoViolation(page)
})

test('what a browser keeps in place of a half is drawn as nothing', async ({ page }) => {
  const markup = [{ motif: 'ridge', half: '<img src=x onerror=alert(1)>' }]
  await page.addInitScript(
    (text) => localStorage.setItem('other-half', text),
    JSON.stringify(markup),
  )
  await page.goto(PAGE)
  await expect(page.locator('svg[data-alive] path')).toHaveAttribute('d', '')
})
