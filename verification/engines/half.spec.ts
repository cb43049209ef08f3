import { expect, test } from './shopper.ts'

const KEPT = "localStorage.getItem('other-half') ?? ''"

/** Runs in the page: where a point of the ridge's sheet is in the window. */
function placeOf(x: number, y: number): string {
  const surface = document.querySelector('svg[data-alive]')
  const box = surface?.getBoundingClientRect()
  if (!surface || !box) return 'missing'
  surface.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = surface.getBoundingClientRect()
  return JSON.stringify({
    x: Math.round(left + (width * x) / 640),
    y: Math.round(top + (height * y) / 240),
  })
}

for (const pointerType of ['mouse', 'touch'] as const) {
  test(`the line is finished on the home page by ${pointerType}, and kept`, async ({
    shopper,
    engine,
  }) => {
    await shopper.open('/')
    const at = (x: number, y: number) => shopper.evaluate(`(${placeOf.toString()})(${x}, ${y})`)
    await expect.poll(() => at(312, 150)).toContain('{')
    const points = [
      [312, 150],
      [360, 120],
      [420, 140],
      [500, 100],
    ] as const
    const places = []
    for (const [x, y] of points) places.push(JSON.parse(await at(x, y)))
    const [first, ...rest] = places.map((place) => ({
      type: 'pointerMove',
      duration: 30,
      ...place,
    }))
    const actions = [
      first,
      { type: 'pointerDown', button: 0 },
      ...rest,
      { type: 'pointerUp', button: 0 },
    ]
    await engine.perform([
      { type: 'pointer', id: pointerType, parameters: { pointerType }, actions },
    ])
    await expect.poll(() => shopper.evaluate(KEPT)).toContain('308,151')
    await shopper.open('/c/otr-001')
    await expect
      .poll(() =>
        shopper.evaluate("document.querySelector('svg[data-alive] path')?.getAttribute('d') ?? ''"),
      )
      .toMatch(/^M3[01]\d/)
    await shopper.click(['button', '重新畫'])
    await expect.poll(() => shopper.evaluate(KEPT)).toBe('[]')
  })
}
