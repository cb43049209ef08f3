import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'

import { isMissingHalf } from './missing-half.ts'
import {
  newestHalves,
  newestPublicChange,
  noteHalvesRead,
  notePublicChange,
  publicChange,
  shownHalf,
  shownHalves,
} from './shown-halves.ts'

const ID = 'a'.repeat(32)
const at = (minute: number) => `2026-11-28T02:${String(minute).padStart(2, '0')}:00.000Z`

function show(id: string, minute: number, motif: 'ridge' | 'circle' = 'ridge') {
  const shown = { id, motif, half: '1,1 2,2', name: '', shownAt: at(minute) }
  return notePublicChange({ id, publicAt: at(minute), shown })
}

describe('the halves that an instance knows', () => {
  beforeEach(() => {
    delete globalThis.shownHalves
  })

  it('stand newest first, each motif for itself where it is named', () => {
    show('1', 1)
    show('3', 3, 'circle')
    show('2', 2)
    assert.deepEqual(
      shownHalves().map(({ id }) => id),
      ['3', '2', '1'],
    )
    assert.deepEqual(
      newestHalves(['ridge']).map(({ id }) => id),
      ['2', '1'],
    )
    assert.equal(newestPublicChange(), at(3))
  })

  it('take a newer change alone, whatever order they are read in', () => {
    assert.equal(show(ID, 1), true)
    assert.equal(notePublicChange({ id: ID, publicAt: at(3), shown: undefined }), true)
    assert.equal(show(ID, 2), false)
    assert.equal(shownHalf(ID), undefined)
  })

  it('show a blocked name as none, and nothing of one that was put aside', () => {
    const half = {
      id: ID,
      motif: 'ridge' as const,
      half: '1,1 2,2',
      name: '阿晴',
      isNameHidden: true,
      email: '',
      keyHash: '',
      drawing: '',
      state: 'shown' as const,
      createdAt: at(0),
      changedAt: at(1),
      shownAt: at(1),
      publicAt: at(1),
    }
    assert.equal(publicChange(half)?.shown?.name, '')
    assert.equal(publicChange({ ...half, state: 'aside' })?.shown, undefined)
    assert.equal(publicChange({ ...half, state: 'waiting', publicAt: undefined }), undefined)
  })

  it('are the only ones that have an address, once all have been read', () => {
    const other = 'b'.repeat(32)
    assert.equal(isMissingHalf(`/halves/${other}`), false)
    show(ID, 1)
    noteHalvesRead()
    const missing = ['', '/drawing.svg', '/share.png'].map((end) => `/halves/${other}${end}`)
    for (const path of [...missing, '/halves/page/1', '/halves/page/2', '/halves/page/x']) {
      assert.equal(isMissingHalf(path), true, path)
    }
    const there = [
      `/halves/${ID}`,
      `/halves/${ID}/share.png`,
      '/halves',
      '/halves/give',
      '/halves/mine',
    ]
    for (const path of there) assert.equal(isMissingHalf(path), false, path)
    for (let index = 0; index < 24; index += 1) show(`c${index}`, index)
    assert.equal(isMissingHalf('/halves/page/2'), false)
    assert.equal(isMissingHalf('/halves/page/3'), true)
  })
})
