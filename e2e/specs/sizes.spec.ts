import { sizes } from '../../bench/sizes.ts'
import { startFloors } from '../../bench/sites.ts'
import { expect, test } from '../support/shop.ts'
import { BUILD_TIMEOUT } from '../support/time-limits.ts'

test('every kind of public page keeps its budget of bytes', async ({ browser }) => {
  test.setTimeout(BUILD_TIMEOUT)
  const { sites, stop } = await startFloors()
  try {
    const rows = await sizes(browser, sites)
    const over = rows.filter(({ isKept }) => !isKept)
    expect(over).toEqual([])
  } finally {
    await stop()
  }
})
