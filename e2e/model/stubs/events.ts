/** The model delivers events itself; none is remembered. */
export async function isEventSettled(): Promise<boolean> {
  return false
}

/** The model delivers events itself; none is remembered. */
export async function rememberEvent(): Promise<void> {}
