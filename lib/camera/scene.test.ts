import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  changeScene,
  countStickers,
  createScene,
  cropOf,
  DRAWING,
  FRAME,
  MOST_STICKERS,
  PICTURE,
  type Scene,
  type SceneAction,
  type Step,
  stepBetween,
  stepOfCorner,
} from './scene.ts'
import { STICKER_SIZE } from './stickers.ts'

const after = (...actions: SceneAction[]): Scene => actions.reduce(changeScene, createScene(true))
const source = (width: number, height: number): SceneAction => ({
  type: 'source',
  source: { width, height },
})
const move = (id: string, step: Step): SceneAction => ({ type: 'move', id, step })
const itemAfter = (...actions: SceneAction[]) => after(...actions).items[0]

test('a picture takes so many stickers and no more, and the newest is selected', () => {
  const many = Array.from({ length: MOST_STICKERS + 3 }, (): SceneAction => ({
    type: 'add',
    sticker: 'sun',
  }))
  const scene = after(...many)
  assert.equal(countStickers(scene), MOST_STICKERS)
  assert.equal(scene.selected, `sticker-${MOST_STICKERS}`)
  assert.equal(scene.items.length, MOST_STICKERS + 1)
})

test('a new sticker hides neither drawing nor another one, also where one was taken away', () => {
  const add: SceneAction = { type: 'add', sticker: 'sun' }
  const full = after(...Array.from({ length: MOST_STICKERS }, () => add))
  const again = [{ type: 'remove', id: 'sticker-3' }, add] as const
  const [drawing, ...stickers] = again.reduce(changeScene, full).items
  assert.equal(stickers.length, MOST_STICKERS)
  for (const [index, { x, y }] of stickers.entries()) {
    for (const other of stickers.slice(index + 1)) {
      assert.ok(Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) >= 160)
    }
    assert.ok(Math.abs((drawing?.y ?? 0) - y) >= (420 + STICKER_SIZE) / 2)
  }
})

test('a sticker is removed, the drawing never', () => {
  const scene = after(
    { type: 'add', sticker: 'tea' },
    { type: 'remove', id: 'sticker-1' },
    { type: 'remove', id: DRAWING },
  )
  assert.deepEqual(
    scene.items.map(({ id }) => id),
    [DRAWING],
  )
  assert.equal(scene.selected, undefined)
})

test('an item never leaves the frame, and is never too small to hold', () => {
  assert.deepEqual(
    [itemAfter(move(DRAWING, { x: 9999, y: -9999 }))].map((item) => [item?.x, item?.y]),
    [[FRAME.width, 0]],
  )
  assert.equal(itemAfter(move(DRAWING, { factor: 1e-6 }))?.scale, 0.25)
  assert.equal(itemAfter(move(DRAWING, { factor: 1e6 }))?.scale, 4)
})

test('the drawing goes back to where it was', () => {
  const first = itemAfter()
  const steps = [
    move(DRAWING, { x: 90, factor: 2, turn: 1 }),
    { type: 'mirror', id: DRAWING },
  ] as const
  assert.notDeepEqual(itemAfter(...steps), first)
  assert.deepEqual(itemAfter(...steps, { type: 'reset-drawing' }), first)
})

const crops: readonly [string, readonly SceneAction[], object][] = [
  [
    'a wide photo fills the height',
    [source(2700, 1350)],
    { x: 810, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a tall photo fills the width',
    [source(540, 1350)],
    { x: 0, y: 337.5, width: 540, height: 675 },
  ],
  [
    'a photo is dragged up to its edge',
    [source(2700, 1350), move(PICTURE, { x: 5000, y: 50 })],
    { x: 0, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a photo is enlarged around its middle',
    [source(1080, 1350), move(PICTURE, { factor: 2 })],
    { x: 270, y: 337.5, width: 540, height: 675 },
  ],
  [
    'a photo is never smaller than the frame',
    [source(1080, 1350), move(PICTURE, { factor: 0.1 })],
    { x: 0, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a phone that is turned keeps the frame full',
    [source(1080, 1920), move(PICTURE, { y: 280 }), source(1920, 1080)],
    { x: 528, y: 0, width: 864, height: 1080 },
  ],
]
for (const [name, actions, wanted] of crops) {
  test(name, () => assert.deepEqual(cropOf(after(...actions)), wanted))
}

const p = (x: number, y: number) => ({ x, y })

test('one finger drags', () => {
  assert.deepEqual(stepBetween([p(10, 10)], [p(15, 7)]), { x: 5, y: -3 })
})

test('two fingers drag, spread and turn at once', () => {
  const { x, y, factor, turn } = stepBetween([p(0, 0), p(10, 0)], [p(5, 0), p(5, 20)])
  assert.deepEqual([x, y, factor], [0, 10, 2])
  assert.equal(turn, Math.PI / 2)
})

test('fingers on one spot divide by nothing', () => {
  assert.equal(stepBetween([p(3, 3), p(3, 3)], [p(3, 3), p(3, 3)]).factor, 0)
  assert.deepEqual(stepBetween([], []), {})
})

test('a corner turns and enlarges around the middle', () => {
  const { factor, turn } = stepOfCorner(p(100, 100), p(110, 100), p(100, 130))
  assert.equal(factor, 3)
  assert.equal(turn, Math.PI / 2)
})
