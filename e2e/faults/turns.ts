/** How many shoppers are busy at a time. */
const AT_ONCE = 40

/** Does `work` for 0 up to `count`, some at a time; the first failure fails all. */
export async function inTurn(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker))
}
