import 'server-only'

/**
 * Waits for a call at most so many milliseconds. Throws what `late` makes when they have passed; the
 * call itself goes on and may still have its effect.
 */
export async function withinDeadline<T>(
  call: Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds)
  })
  try {
    return await Promise.race([call, passed])
  } finally {
    clearTimeout(timer)
  }
}
