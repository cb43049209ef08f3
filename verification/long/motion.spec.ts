import type { Page } from 'playwright/test'

import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const ADDED = '已加入購物車！'

const toasts = (page: Page) => page.locator('[data-sonner-toast][data-removed="false"]')
const visibleToast = (page: Page) => page.locator('[data-sonner-toast][data-visible="true"]')
const add = (page: Page) => page.getByRole('main').locator('form > button')

/** Puts a shirt into the cart, and lets the toast come. */
async function press(page: Page): Promise<void> {
  await add(page).press('Enter')
  await page.clock.runFor(20)
}

/** A product's page whose clock stands still once its first toast, which brings the toasts' code, is gone. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/product/otr-001')
  await add(page).click()
  await expect(page.getByText(ADDED)).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(toasts(page)).toHaveCount(0)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

test.beforeEach(({ page }) => refuseCookies(page))

test('a toast of success stays 2 s, one of an error 4 s, at the bottom centre', async ({
  page,
}) => {
  await stopClock(page)
  await page.getByRole('button', { name: '增加數量' }).press('Enter')
  await page.getByRole('button', { name: '增加數量' }).press('Enter')
  for (const [words, stays] of [
    [ADDED, 2_000],
    ['同款同尺寸一次最多 5 件，購物車裡已經有 5 件了。', 4_000],
  ] as const) {
    await press(page)
    await expect(page.getByText(words)).toBeVisible()
    const place = page.locator('[data-sonner-toaster]')
    await expect(place).toHaveAttribute('data-y-position', 'bottom')
    await expect(place).toHaveAttribute('data-x-position', 'center')
    await page.clock.runFor(stays - 100)
    await expect(page.getByText(words)).toBeVisible()
    await page.clock.runFor(200)
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('at most 20 toasts stand at once', async ({ page }) => {
  await stopClock(page)
  for (let pressed = 1; pressed <= 25; pressed += 1) {
    // The same shirt twice within 600 ms is one.
    const size = pressed % 2 === 0 ? 'S' : 'M'
    await page.getByRole('group', { name: '尺寸' }).getByText(size, { exact: true }).click()
    await press(page)
    await expect(visibleToast(page)).toHaveCount(Math.min(pressed, 20))
  }
})

/** The longest animation or transition of anything on the page, in seconds. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element))
    const times = all.flatMap(({ animationDuration, transitionDuration }) =>
      `${animationDuration},${transitionDuration}`.split(','),
    )
    return Math.max(...times.map(Number.parseFloat))
  })
}

test('a visitor who asks for less motion sees none', async ({ page }) => {
  for (const path of ['/', '/shop', '/product/otr-001', '/blog', '/cart', '/login']) {
    await page.goto(path)
    expect(await longestMotion(page), path).toBeLessThan(0.001)
  }
})

test('the number at the cart wiggles for 400 ms when a unit is added', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/product/otr-001')
  const wiggled = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('animationstart', ({ animationName, target }) => {
          if (!animationName.includes('wiggle') || !(target instanceof Element)) return
          const { animationDuration } = getComputedStyle(target)
          resolve({ shows: target.textContent, animationDuration })
        })
      }),
  )
  await page.getByRole('button', { name: '增加數量' }).press('Enter')
  await add(page).press('Enter')
  expect(await wiggled).toEqual({ shows: '2', animationDuration: '0.4s' })
})
