import assert from 'node:assert/strict'
import { test } from 'node:test'

import { MAINLAND_TERMS } from './mainland-terms.ts'
import { countHan, findForeignWords, inTaiwan } from './words.ts'

const clean = [
  '品質、影片、網路、資訊，都照台灣的寫法。',
  '皇后在茶几旁邊，只喝一斤干貝湯；里長的台詞像面具，雲在山谷裡。',
  '與使用戶外用品的人通信息息相關。',
  '限制作者的發言，等於抑制作品。',
  '手機號碼、霉點、僱用、雇主、菜餚、佳肴',
  'https://ourtee.example/ and plain English',
  '',
]

for (const text of clean) {
  test(`nothing foreign in 「${text}」`, () => {
    assert.deepEqual(findForeignWords(text), [])
  })
}

const foreign = [
  { text: '这件衣服', found: [{ line: 1, found: '这', write: '這' }] },
  { text: '一行\n二行\n看着', found: [{ line: 3, found: '着', write: '著' }] },
  { text: '商品信息', found: [{ line: 1, found: '信息', write: '資訊、訊息' }] },
  { text: '用戶外出時', found: [] },
  { text: '用戶外出，用戶回家', found: [{ line: 1, found: '用戶', write: '使用者、會員' }] },
  {
    text: '完成後這一段會自己不見',
    found: [
      { line: 1, found: '自己不見', write: '自動消失' },
      { line: 1, found: '會自己', write: '會自動' },
    ],
  },
  { text: '皺紋會自己鬆開', found: [] },
  { text: '質量很好', found: [{ line: 1, found: '質量', write: '品質' }] },
  {
    text: '发货',
    found: [
      { line: 1, found: '发', write: '發' },
      { line: 1, found: '货', write: '貨' },
    ],
  },
]

for (const { text, found } of foreign) {
  test(`foreign words in 「${text}」 are found`, () => {
    assert.deepEqual(findForeignWords(text), found)
  })
}

test('the list is long enough to be worth asking', () => {
  assert.ok(MAINLAND_TERMS.length >= 60)
})

test('no character that Taiwan writes is called Simplified', () => {
  for (const character of '后里台只干系面云几丑谷斗松板表卷采布舍胡秋升游注杯杰群峰岳床麵霉雇肴') {
    assert.equal(inTaiwan(character), undefined, character)
  }
})

test('recommended words are themselves written as in Taiwan', () => {
  for (const character of '国产这会现时实体验证质优惠订单运费货应处理价电话联系们为') {
    const write = inTaiwan(character)
    if (write !== undefined) assert.equal(inTaiwan(write), undefined, character)
  }
  for (const [term, taiwan] of MAINLAND_TERMS) {
    assert.deepEqual(findForeignWords(taiwan), [], term)
  }
})

test('every innocent phrase of a term holds that term', () => {
  for (const [term, , ...innocent] of MAINLAND_TERMS) {
    for (const phrase of innocent) assert.ok(phrase.includes(term), `${term} in ${phrase}`)
  }
})

test('only what is read is counted', () => {
  assert.equal(countHan('## 一件 T 恤\n\n讀[專利聲明](/patent-statement)。'), 8)
  assert.equal(countHan('plain'), 0)
})
