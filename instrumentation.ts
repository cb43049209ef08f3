/** Refuses to start with settings that are missing or mix a laptop with the real shop. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { settings } = await import('#lib/env.ts')
  settings()
}
