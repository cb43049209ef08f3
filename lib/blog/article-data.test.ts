import assert from 'node:assert/strict'
import { test } from 'node:test'

import { structuredDataText } from '../site/structured-data.ts'
import { articleData } from './article-data.ts'

test('an article says what the article guide asks for', () => {
  const data = JSON.parse(
    structuredDataText(
      articleData({
        slug: 'seen-on-the-road',
        title: '在路上看見的',
        date: '2026-09-24',
        description: '旅行',
        tags: ['旅行'],
        author: 'OURTEE 編輯室',
        cover: { src: '/images/blog/travel-still.jpg', alt: '行李箱' },
        excerpt: '旅行',
        html: '',
      }),
    ),
  )
  assert.equal(data['@type'], 'BlogPosting')
  assert.equal(data.headline, '在路上看見的')
  assert.equal(data.datePublished, '2026-09-24T00:00:00+08:00')
  assert.match(data.image[0], /^https?:\/\/.*\/images\/blog\/travel-still\.jpg$/)
  assert.equal(data.author.name, 'OURTEE 編輯室')
  assert.match(data.mainEntityOfPage['@id'], /\/blog\/seen-on-the-road$/)
})
