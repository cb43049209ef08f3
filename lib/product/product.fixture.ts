import type { Product } from './product.ts'

/** A shirt of the tests: in stock, one colour, NT$500. */
export function makeProduct(overrides: Partial<Product> = {}): Product {
  return {
    id: 'shirt',
    markdown: '',
    html: '',
    date: '2026-11-01',
    title: '晴天',
    subtitle: '白色短袖',
    preorder: false,
    price: 500,
    currency: 'TWD',
    colors: [{ name: '白色', value: '#FFFFFF' }],
    sizes: ['S', 'M'],
    stock: 10,
    image: { src: '/images/a.jpg', alt: '正面' },
    gallery: [],
    tags: [],
    category: '基本款',
    creator: 'studio',
    material: '100% 有機棉',
    care: ['冷水'],
    ...overrides,
  }
}

export const changedAt = '2026-11-23T02:00:00.000Z'
