/** The model keeps no progress of tasks. */
export async function readProgress(): Promise<undefined> {}

/** The model keeps no progress of tasks. */
export async function saveProgress(): Promise<void> {}
