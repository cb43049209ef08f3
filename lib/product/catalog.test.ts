import assert from 'node:assert/strict'
import { test } from 'node:test'

import { groupBySubcategory, inCategory } from './catalog.ts'
import type { Product } from './product.ts'

function shirt(id: string, subcategory?: string): Product {
  return {
    id,
    subcategory,
    date: '2026-01-01',
    title: id,
    subtitle: id,
    preorder: false,
    price: 1,
    currency: 'TWD',
    colors: [],
    sizes: [],
    stock: 1,
    image: { src: '/images/a.jpg', alt: '圖' },
    gallery: [],
    tags: [],
    category: id.startsWith('x') ? '特別款' : 'OURTEE 基本款',
    material: '棉',
    care: [],
    html: '',
  }
}

test('products stand under their series, those without one last', () => {
  const groups = groupBySubcategory([shirt('a'), shirt('b', '旅見系列'), shirt('c', '旅見系列')])
  assert.deepEqual(
    groups.map(({ title, products }) => [title, products.map(({ id }) => id)]),
    [
      ['旅見系列', ['b', 'c']],
      ['未分類', ['a']],
    ],
  )
})

test('nothing makes no group', () => {
  assert.deepEqual(groupBySubcategory([]), [])
})

test('a category keeps its own', () => {
  const found = inCategory([shirt('a'), shirt('x1')], '特別款')
  assert.deepEqual(
    found.map(({ id }) => id),
    ['x1'],
  )
})
