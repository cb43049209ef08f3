import { expect, type Locator, type Page } from 'playwright/test'

/** More stops than any page has, also where other tests have left their rows in the owner's lists. */
const STOPS = 400

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

/** Presses a key on an element that Tab reaches. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Presses a key that closes its window, which may be gone before the key is up; waits until it is. */
export async function pressToClose(window: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(window, target)
  await Promise.all([
    window.waitForEvent('close'),
    window.keyboard.press(key).catch((error: unknown) => {
      if (!window.isClosed()) throw error
    }),
  ])
}

/** Replaces the text of a field that Tab reaches. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Chooses an option of a select that Tab reaches. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByRole('combobox', { name: label, exact: true })
  await tabTo(page, select)
  // Counted first: a page that follows each choice may show the one before when it is asked.
  const steps = await select.evaluate((element: HTMLSelectElement, value) => {
    const wanted = [...element.options].findIndex(
      (hTMLOptionElement) => hTMLOptionElement.value === value,
    )
    return wanted - element.selectedIndex
  }, option)
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
  await expect(select).toHaveValue(option)
}
