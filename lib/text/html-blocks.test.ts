import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { commonBlocks, htmlBlocks } from './html-blocks.ts'

describe('htmlBlocks', () => {
  it('keeps what stands inside a block with it', () => {
    const list = '<ul>\n<li>\n<p>a</p>\n</li>\n</ul>'
    const quote = '<blockquote>\n<p>b</p>\n</blockquote>'
    assert.deepEqual(htmlBlocks(`<h2>t</h2>\n<p>x<br>\ny</p>\n${list}\n${quote}\n<hr>\n`), [
      '<h2>t</h2>',
      '<p>x<br>\ny</p>',
      list,
      quote,
      '<hr>',
    ])
  })
})

describe('commonBlocks', () => {
  it('parts what differs from what stands before and after it in every text', () => {
    const texts = [
      ['a', 'b', 'x', 'z'],
      ['a', 'b', 'z'],
    ]
    assert.deepEqual(commonBlocks(texts), { start: ['a', 'b'], between: [['x'], []], end: ['z'] })
  })

  it('counts no block twice, where one text is a part of the other', () => {
    assert.deepEqual(commonBlocks([['a', 'a'], ['a']]), {
      start: ['a'],
      between: [['a'], []],
      end: [],
    })
  })

  it('finds one text whole', () => {
    assert.deepEqual(commonBlocks([['a', 'b']]), { start: ['a', 'b'], between: [[]], end: [] })
  })
})
