import 'server-only'

/** Awaits a call for at most `ms`. Throws `late()` afterwards; the call itself continues. */
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
