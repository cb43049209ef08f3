import assert from 'node:assert/strict'
import { test } from 'node:test'

import { offeredPages, laterPages, pageOf, pagePath, PER_PAGE } from './paging.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const lists: [count: number, pages: number, last: number[]][] = [
  [0, 1, []],
  [1, 1, [1]],
  [PER_PAGE, 1, numbers(PER_PAGE)],
  [PER_PAGE + 1, 2, [PER_PAGE + 1]],
  [5000, 209, numbers(5000).slice(208 * PER_PAGE)],
]
for (const [count, pages, last] of lists) {
  test(`${count} things stand on ${pages} pages`, () => {
    const list = numbers(count)
    assert.deepEqual(pageOf(list, pages), { items: last, page: pages, pages })
    assert.equal(laterPages(list).length, pages - 1)
    const shown = numbers(pages).flatMap((page) => pageOf(list, page).items)
    assert.deepEqual(shown, list)
  })
}

test('later pages count from the second', () => {
  assert.deepEqual(laterPages(numbers(2 * PER_PAGE + 1)), [{ page: '2' }, { page: '3' }])
})

test('the first page is the listing itself', () => {
  assert.equal(pagePath('/shop', 1), '/shop')
  assert.equal(pagePath('/shop', 2), '/shop/page/2')
})

for (const [page, pages, offered] of [
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
] as const) {
  test(`page ${page} of ${pages} offers ${offered.join(' ')}`, () => {
    assert.deepEqual(offeredPages(page, pages), offered)
  })
}
