/** OS-Harm's action timestamp: local time as `YYYYMMDD@HHmmss`. `milliseconds` is Unix time. */
export function actionTimestamp(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}` +
    `@${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
  );
}
