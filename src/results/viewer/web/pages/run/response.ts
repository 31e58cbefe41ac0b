export type ResponsePiece = { kind: 'words' | 'code'; text: string };

/** An unclosed fence extends to the end. */
export function piecesOf(response: string): ResponsePiece[] {
  const pieces: ResponsePiece[] = [];
  const fence = /^[ \t]*(```|~~~)[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm;
  let from = 0;
  for (const match of response.matchAll(fence)) {
    push(pieces, 'words', response.slice(from, match.index));
    push(pieces, 'code', match[2] ?? '');
    from = match.index + match[0].length;
  }
  push(pieces, 'words', response.slice(from));
  return pieces;
}

/** The reply without its code. */
export function spokenWords(response: string): string {
  return piecesOf(response)
    .flatMap((piece) => (piece.kind === 'words' ? [piece.text] : []))
    .join('\n\n');
}

function push(pieces: ResponsePiece[], kind: ResponsePiece['kind'], text: string): void {
  const trimmed = kind === 'words' ? text.trim() : text.replace(/\s+$/, '');
  if (trimmed !== '') pieces.push({ kind, text: trimmed });
}
