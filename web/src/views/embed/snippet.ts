// The lines that an author pastes into a page of their own. Pure.

export interface EmbedSize {
  /** In pixels; null = as wide as its place. */
  width: number | null;
  /** In pixels: until the first message, and for good without the script. */
  height: number;
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `address`: whole, with "#...". `title`: what a screen reader calls the frame. */
export function embedSnippet(address: string, title: string, { width, height }: EmbedSize): string {
  const { origin } = new URL(address);
  const wide = width === null ? '100%' : `min(100%, ${width}px)`;
  return `<iframe
  src="${attribute(address)}"
  title="${attribute(title)}"
  style="width: ${wide}; height: ${height}px; border: 0"
></iframe>
<script>
  (() => {
    const frame = document.currentScript.previousElementSibling;
    const origin = ${JSON.stringify(origin)};
    frame.addEventListener('load', () => {
      frame.contentWindow.postMessage({ type: 'harmonograph:hello' }, origin);
    });
    addEventListener('message', (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      if (event.data?.type !== 'harmonograph:height') return;
      const height = Number(event.data.height);
      if (height > 0 && height < 20000) frame.style.height = Math.ceil(height) + 'px';
    });
  })();
</script>
`;
}
