import { expect, type Locator, type Page } from 'playwright/test'

/** The surface on which the other half is drawn, once its code is there. */
export const surface = (page: Page) => page.locator('svg[data-alive]').first()

/** The line that was drawn on it. */
export const drawnLine = (page: Page) => surface(page).locator('path')

/** A place on a surface, in units of the ridge's sheet. */
async function place(drawing: Locator, [x, y]: readonly [number, number]) {
  const box = await drawing.boundingBox()
  if (!box) throw new Error('The surface is not drawn')
  return { x: box.x + (box.width * x) / 640, y: box.y + (box.height * y) / 240 }
}

/** Draws a stroke through these points with the mouse. */
export async function drawStroke(
  page: Page,
  points: readonly (readonly [x: number, y: number])[],
): Promise<void> {
  const drawing = surface(page)
  await drawing.scrollIntoViewIfNeeded()
  for (const [index, point] of points.entries()) {
    const { x, y } = await place(drawing, point)
    await page.mouse.move(x, y, { steps: index === 0 ? 1 : 8 })
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

/** Draws the same with a finger, as the browser hands its touches to a page. */
export async function drawByTouch(
  page: Page,
  points: readonly (readonly [x: number, y: number])[],
): Promise<void> {
  const drawing = surface(page)
  await drawing.scrollIntoViewIfNeeded()
  const session = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove', point: readonly [number, number]) => {
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [await place(drawing, point)],
    })
  }
  for (const [index, point] of points.entries()) {
    await touch(index === 0 ? 'touchStart' : 'touchMove', point)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const anyHeight = () => 40 + Math.floor(Math.random() * 150)

/** A line that no other test draws: the same text twice is a copy. */
export function ownLine(): readonly (readonly [x: number, y: number])[] {
  const rest = [360, 410, 470, 530, 600].map((x) => [x, anyHeight()] as const)
  return [[312, 150], ...rest]
}

/** Puts a half where the browser keeps it, as if it had been drawn. */
export async function keepDrawn(page: Page, half: string): Promise<void> {
  const kept = JSON.stringify([{ motif: 'ridge', half }])
  await page.addInitScript((text) => localStorage.setItem('other-half', text), kept)
}

/** Expects that something was drawn from where the ridge stops. */
export async function expectDrawn(page: Page): Promise<string> {
  await expect(drawnLine(page)).toHaveAttribute('d', /^M3[01]\d/)
  return (await drawnLine(page).getAttribute('d')) ?? ''
}
