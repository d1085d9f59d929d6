// Hands a file to the browser's own download.

/** A name that every file system takes. */
export function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const cleaned = name.replace(/[\u0000-\u001f<>:"/\\|?*]+/g, '_').replace(/^[. ]+|[. ]+$/g, '');
  return cleaned.slice(0, 120) || 'harmonograph';
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(name);
  link.click();
  // The download has its own reference once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
