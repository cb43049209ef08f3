import { expect } from 'playwright/test'
import { z } from 'zod'

import type { Engine } from '../../e2e/support/engine.ts'

const SELECTORS = {
  button: 'button, summary',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  label: 'label',
  field: 'input, select, textarea',
} as const

/** An element by role and name: `['button', '結帳']`. */
export type ElementQuery = readonly [kind: keyof typeof SELECTORS, name: string]

/** Runs in the page: what is visible of a kind and name, wherever a script has drawn it, and what is done to it. */
function inPage(selector: string, name: string, act: string, option: string): string {
  const blanks = /\s+/g
  const squeeze = (text: string | null) => (text ?? '').replaceAll(blanks, ' ').trim()
  const labelsOf = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? [...(element.labels ?? [])].map((label) => squeeze(label.textContent))
      : [squeeze(element.textContent)]
  const isNamed = (element: Element) =>
    [squeeze(element.getAttribute('aria-label')), ...labelsOf(element)].includes(name)
  const within = (root: ParentNode): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? within(shadowRoot) : [],
    ),
  ]
  const found = within(document).find((element) => isNamed(element) && element.checkVisibility())
  if (!found) return 'missing'
  if (found instanceof HTMLSelectElement && act === 'choose') {
    found.value = option
    found.dispatchEvent(new Event('input', { bubbles: true }))
    found.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (act === 'value')
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement
      ? found.value
      : ''
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const root = found.getRootNode()
  const top = (root instanceof ShadowRoot ? root : document).elementFromPoint(point.x, point.y)
  return top && found.contains(top) ? JSON.stringify(point) : `covered by ${top?.outerHTML}`
}

/** Keys as WebDriver names them. */
const CONTROL = '\uE009'
export const ENTER = '\uE007'

const pointSchema = z.object({ x: z.number(), y: z.number() })

type Ask = (wanted: ElementQuery, act: string, option?: string) => Promise<string>

/** Reads the page, waiting for elements. */
function eyes(engine: Engine) {
  // Retries while the page navigates.
  const evaluate = (expression: string) => engine.evaluate(expression).catch(String)
  const ask: Ask = ([kind, name], act, option = '') => {
    const words = [SELECTORS[kind], name, act, option].map((word) => JSON.stringify(word))
    return evaluate(`(${inPage.toString()})(${words.join()})`)
  }
  const poll = (expression: string) =>
    expect.poll(() => evaluate(expression), { intervals: [50], message: expression })
  return {
    evaluate,
    ask,
    see: (text: string) => poll('document.body.innerText').toContain(text),
    seeNot: (text: string) => poll('document.body.innerText').not.toContain(text),
    arriveAt: (path: RegExp) => poll('location.pathname + location.search').toMatch(path),
    valueOf: (label: string) => ask(['field', label], 'value'),
  }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })

/** Pointer and keyboard input as trusted events. */
function hands(engine: Engine, ask: Ask) {
  /** Returns the element's position once it is at rest and uncovered. */
  const aimAt = async (wanted: ElementQuery) => {
    let last = ''
    const rests = async () => {
      const now = await ask(wanted, 'aim')
      const isAtRest = now === last && now.startsWith('{')
      last = now
      return isAtRest ? 'at rest' : now
    }
    await expect.poll(rests, { message: wanted.join(' '), intervals: [50] }).toBe('at rest')
    return pointSchema.parse(JSON.parse(last))
  }
  const typeKeys = (actions: readonly object[]) =>
    engine.perform([{ type: 'key', id: 'keys', actions }])
  return {
    aimAt,
    click: async (wanted: ElementQuery) => {
      const move = { type: 'pointerMove', ...(await aimAt(wanted)) }
      const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
      const parameters = { pointerType: 'mouse' }
      await engine.perform([{ type: 'pointer', id: 'mouse', parameters, actions }])
    },
    press: (...keys: readonly string[]) =>
      typeKeys([...keys.map(down), ...keys.toReversed().map(up)]),
    type: (text: string) =>
      typeKeys(Array.from(text).flatMap((letter) => [down(letter), up(letter)])),
  }
}

/** Presses a button that opens a window, and does something there until that window is closed. */
async function inPopup(
  engine: Engine,
  press: () => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  const count = async () => (await engine.windows()).length
  const [own = ''] = await engine.windows()
  await press()
  await expect.poll(count).toBe(2)
  const opened = (await engine.windows()).find((window) => window !== own)
  await engine.switchTo(opened ?? own)
  await act()
  await expect.poll(count).toBe(1)
  await engine.switchTo(own)
}

/** A shopper's actions and observations in any engine. */
export function visitor(engine: Engine, shop: string) {
  const { ask, ...seen } = eyes(engine)
  const { aimAt, type, ...done } = hands(engine, ask)
  const expectValue = (label: string, value: string) =>
    expect.poll(() => seen.valueOf(label), { message: label }).toBe(value)
  return {
    ...seen,
    ...done,
    expectValue,
    open: (path: string) => engine.open(new URL(path, shop).href),
    /** Types into a field, in place of what is there. */
    fill: async (label: string, text: string) => {
      await done.click(['field', label])
      await done.press(CONTROL, 'a')
      await type(text)
      await expectValue(label, text)
    },
    choose: async (label: string, option: string) => {
      await aimAt(['field', label])
      await ask(['field', label], 'choose', option)
      await expectValue(label, option)
    },
    inPopup: (opener: ElementQuery, act: () => Promise<void>) =>
      inPopup(engine, () => done.click(opener), act),
  }
}

export type Visitor = ReturnType<typeof visitor>
