import { expect, test } from './shopper.ts'

/** Runs in the page: finds pictures lower than their frame or of another height. */
function strayPictures(): string {
  const found = [...document.querySelectorAll('picture')].filter((picture) => {
    const image = picture.querySelector('img')
    const frame = picture.parentElement
    if (!image?.checkVisibility() || !frame || picture.previousElementSibling) return false
    if (getComputedStyle(image).position === 'absolute') return false
    const { paddingTop, borderTopWidth } = getComputedStyle(frame)
    const top = frame.getBoundingClientRect().top
    const inner = top + Number.parseFloat(paddingTop) + Number.parseFloat(borderTopWidth)
    const isCentred = getComputedStyle(frame).alignItems === 'center'
    const gap = image.getBoundingClientRect().top - inner
    return !isCentred && Math.abs(gap) > 1
  })
  return found.map(({ outerHTML }) => outerHTML.slice(0, 120)).join('\n')
}

test('every picture begins where its frame begins', async ({ shopper }) => {
  for (const path of ['/', '/shop', '/product/otr-001', '/product/ots-001', '/blog', '/about']) {
    await shopper.open(path)
    expect.soft(await shopper.evaluate(`(${strayPictures.toString()})()`), path).toBe('')
  }
})
