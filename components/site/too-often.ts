/** What is said of an action that came more often than anybody presses a button. */
export const TOO_OFTEN = '操作太頻繁，請稍後再試。'
